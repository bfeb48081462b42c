import { useState } from 'react';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { SecretInput } from '../../views/SecretInput.tsx';
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

/** A secret, or that the engine holds one. */
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
