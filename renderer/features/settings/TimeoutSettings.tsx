import { useId } from 'react';
import type { EngineSettings } from '../../../shared/contract/engine-settings.ts';
import { setSetting, useSettings } from '../../state/settings.ts';
import { t } from '../../strings/index.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { SecondsField } from './SecondsField.tsx';

type Time = { [K in keyof EngineSettings]: EngineSettings[K] extends number ? K : never }[keyof EngineSettings];

/** An agent should not be asked more often than this by hand of a setting, ms. */
const POLL_LEAST_MS = 200;

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
      <TimeSetting setting="pollIntervalMs" ms={settings.pollIntervalMs} least={POLL_LEAST_MS} />
      <dt />
      <dd>
        <Checkbox checked={settings.autoWatch} onChange={(checked) => setSetting('autoWatch', checked)}>
          {t('settings.autoWatch')}
        </Checkbox>
        <p className="hint">{t('settings.autoWatch.why')}</p>
      </dd>
    </>
  );
}

interface TimeSettingProps {
  setting: (typeof TIMES)[number] | 'pollIntervalMs';
  ms: number;
  /** A shorter time counts as this, ms. */
  least?: number;
}

function TimeSetting({ setting, ms, least = 0 }: TimeSettingProps) {
  const id = useId();
  return (
    <>
      <dt>
        <label htmlFor={id}>{t(`settings.${setting}`)}</label>
      </dt>
      <dd>
        <SecondsField
          id={id}
          setting={setting}
          ms={ms}
          onChange={(next) => setSetting(setting, Math.max(next, least))}
        />
        <p className="hint">{t(`settings.${setting}.why`)}</p>
      </dd>
    </>
  );
}
