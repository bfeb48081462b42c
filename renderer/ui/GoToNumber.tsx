import { useState } from 'react';
import { takeFocus } from './focus.ts';

export interface GoToNumberProps {
  className: string;
  label: string;
  /** Sentence for a number that is not there. */
  missing(number: string): string;
  /** False when there is nothing with this number. */
  onGo(number: number): boolean;
  onClose(): void;
}

/** Field for the number of a row; Enter goes there, Esc and leaving it close it. */
export function GoToNumber({ className, label, missing, onGo, onClose }: GoToNumberProps) {
  const [text, setText] = useState('');
  const [unknown, setUnknown] = useState<string>();
  return (
    <form
      className={`goto-number ${className}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (text !== '' && onGo(Number(text))) onClose();
        else setUnknown(text);
      }}
    >
      <label className="hflex">
        <span className="t3">{label}</span>
        <input
          className="field field-s mono"
          inputMode="numeric"
          ref={takeFocus}
          value={text}
          onChange={(event) => setText(event.target.value.replace(/\D/g, ''))}
          onBlur={onClose}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            onClose();
          }}
        />
      </label>
      {unknown ? (
        <span className="tone-warn" role="status">
          {missing(unknown)}
        </span>
      ) : null}
    </form>
  );
}
