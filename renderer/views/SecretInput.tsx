import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { t } from '../strings/index.ts';
import { Icon } from '../ui/Icon.tsx';

interface SecretInputProps {
  id: string;
  /** Part of the test contract. */
  name: string;
  value: string;
  /** Takes the focus when it appears. */
  focus?: boolean;
  describedBy: string | undefined;
  invalid: boolean;
  onChange(value: string): void;
}

/**
 * A secret is typed unseen; it shows itself only as long as somebody holds the eye down. The input is not controlled: React
 * would copy the value into an attribute of the page.
 */
export function SecretInput({ id, name, value, focus = false, describedBy, invalid, onChange }: SecretInputProps) {
  const [revealed, setRevealed] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current && input.current.value !== value) input.current.value = value;
  }, [value]);
  useEffect(() => {
    if (focus) input.current?.focus();
  }, [focus]);
  const hide = () => setRevealed(false);
  const onKey = (event: KeyboardEvent, show: boolean) => {
    if (event.key !== ' ' && event.key !== 'Enter') return;
    event.preventDefault();
    setRevealed(show);
  };
  return (
    <span className="secret-input">
      <input
        ref={input}
        id={id}
        type={revealed ? 'text' : 'password'}
        className="field mono"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        aria-describedby={describedBy}
        aria-invalid={invalid}
        data-testid="secret-input"
        data-name={name}
        onChange={(event) => onChange(event.target.value)}
      />
      {value === '' ? null : (
        <button
          type="button"
          className="secret-eye"
          aria-label={t('access.secret.reveal')}
          title={t('access.secret.reveal')}
          aria-pressed={revealed}
          onPointerDown={() => setRevealed(true)}
          onPointerUp={hide}
          onPointerLeave={hide}
          onPointerCancel={hide}
          onKeyDown={(event) => onKey(event, true)}
          onKeyUp={(event) => onKey(event, false)}
          onBlur={hide}
        >
          <Icon name="eye" />
        </button>
      )}
    </span>
  );
}
