import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Field } from './Field.tsx';
import { hasLooseSpace, type ProblemWord } from './problems.ts';

export interface SecretFieldProps {
  label: string;
  /** Part of the test contract. */
  name: string;
  value: string;
  /** The engine has one already. It is never shown, only replaced. */
  held: boolean;
  /** It waits for the passphrase of the vault. */
  locked?: boolean;
  hint?: string;
  problem?: ProblemWord | undefined;
  wide?: boolean;
  onChange(value: string): void;
}

/** A secret is typed unseen; it shows itself only as long as somebody holds the eye down. */
export function SecretField({ label, name, value, held, locked, hint, problem, wide, onChange }: SecretFieldProps) {
  const [replacing, setReplacing] = useState(false);
  const shown = held && !replacing && value === '';
  const space = hasLooseSpace(value) ? t('access.secret.space') : hint;
  return (
    <Field label={label} hint={shown ? undefined : space} problem={problem} {...(wide ? { wide } : {})}>
      {({ id, describedBy, invalid }) =>
        shown ? (
          <p className="access-held" data-testid="secret-held" data-name={name}>
            <output id={id} className="mono">
              {t(locked ? 'access.secret.locked' : 'access.secret.entered')}
            </output>
            <Button size="s" look="ghost" onClick={() => setReplacing(true)}>
              {t('access.secret.replace')}
            </Button>
          </p>
        ) : (
          <SecretInput
            id={id}
            name={name}
            value={value}
            focus={replacing}
            describedBy={describedBy}
            invalid={invalid}
            onChange={onChange}
          />
        )
      }
    </Field>
  );
}

interface SecretInputProps {
  id: string;
  name: string;
  value: string;
  /** Takes the focus when it appears. */
  focus?: boolean;
  describedBy: string | undefined;
  invalid: boolean;
  onChange(value: string): void;
}

/** The input is not controlled: React would copy the value into an attribute of the page. */
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
    <span className="access-input">
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
          className="access-eye"
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
