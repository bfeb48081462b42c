import { useId } from 'react';
import type { EngineSettings } from '../../../shared/contract/engine-settings.ts';
import { setSetting, useSettings } from '../../state/settings.ts';
import { t } from '../../strings/index.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { SecondsField } from './SecondsField.tsx';

type Time = { [K in keyof EngineSettings]: EngineSettings[K] extends number ? K : never }[keyof EngineSettings];

const TIMES = ['requestTimeoutMs', 'streamIdleTimeoutMs', 'quietHintMs'] as const satisfies readonly Time[];

/** How long Loupe waits, and what it does about a stream that breaks. They hold from the next call on. */
export function TimeoutSettings() {
  const settings = useSettings((all) => all);
  return (
    <>
      {TIMES.map((key) => (
        <TimeSetting key={key} setting={key} ms={settings[key]} />
      ))}
      <dt>{t('settings.streams')}</dt>
      <dd>
        <Checkbox checked={settings.autoResubscribe} onChange={(checked) => setSetting('autoResubscribe', checked)}>
          {t('settings.autoResubscribe')}
        </Checkbox>
        <p className="hint">{t('settings.autoResubscribe.why')}</p>
      </dd>
    </>
  );
}

function TimeSetting({ setting, ms }: { setting: (typeof TIMES)[number]; ms: number }) {
  const id = useId();
  return (
    <>
      <dt>
        <label htmlFor={id}>{t(`settings.${setting}`)}</label>
      </dt>
      <dd>
        <SecondsField id={id} setting={setting} ms={ms} onChange={(next) => setSetting(setting, next)} />
        <p className="hint">{t(`settings.${setting}.why`)}</p>
      </dd>
    </>
  );
}
