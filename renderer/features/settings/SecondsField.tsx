import { useState } from 'react';
import { t } from '../../strings/index.ts';
import { secondsText, toMilliseconds } from './seconds.ts';

export interface SecondsFieldProps {
  id: string;
  setting: string;
  ms: number;
  onChange(ms: number): void;
}

/** A number of seconds; what is no time stays on screen, says so, and changes nothing. */
export function SecondsField({ id, setting, ms, onChange }: SecondsFieldProps) {
  const [text, setText] = useState(secondsText(ms));
  const wrong = toMilliseconds(text) === undefined;
  return (
    <span className="hflex">
      <input
        id={id}
        className="field field-s settings-seconds mono"
        inputMode="decimal"
        value={text}
        aria-invalid={wrong}
        aria-describedby={wrong ? `${id}-wrong` : undefined}
        data-setting={setting}
        onChange={(event) => {
          setText(event.target.value);
          const next = toMilliseconds(event.target.value);
          if (next !== undefined) onChange(next);
        }}
        onBlur={() => setText(secondsText(ms))}
      />
      <span className="t3">{t('settings.seconds')}</span>
      {wrong ? (
        <span className="tone-warn" id={`${id}-wrong`} role="status">
          {t('settings.seconds.wrong')}
        </span>
      ) : null}
    </span>
  );
}
