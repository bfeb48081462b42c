import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PushCredentialView } from '../../../shared/contract/receiver.ts';
import { storedCredential, storedIdOf } from '../../../shared/model/push.ts';
import { ask } from '../../state/bridge.ts';
import { t } from '../../strings/index.ts';
import { oneLine } from '../../ui/text.ts';
import { Field } from '../Field.tsx';
import { SecretInput } from '../SecretInput.tsx';
import type { PushFieldsProps } from './PushFields.tsx';

/** Names of what is stored. The key is one of Access, so that they follow what is changed there. */
const useStored = () =>
  useQuery({ queryKey: ['access', 'push'], queryFn: () => ask('receiver.credentials', {}) }).data ?? [];

/** What keeps a stored credential from being used now. */
const troubleOf = (one: PushCredentialView | undefined): string | undefined => {
  if (!one) return t('push.stored.gone');
  const { state } = one;
  return state === 'locked' || state === 'enter-again' || state === 'expired' || state === 'refused'
    ? t(`push.stored.${state}`)
    : undefined;
};

interface CredentialsFieldProps extends Pick<PushFieldsProps, 'draft' | 'onChange'> {
  hint: ReactNode;
}

/** Credentials that are typed, or stored ones by their name: their secret is never in the page. */
export function CredentialsField({ draft, hint, onChange }: CredentialsFieldProps) {
  const stored = useStored();
  const id = storedIdOf(draft.credentials);
  const chosen = stored.find((one) => one.id === id);
  const choose = (next: string) => {
    const one = stored.find((other) => other.id === next);
    if (!one) return onChange({ credentials: '' }, 'stored');
    onChange({ credentials: storedCredential(one.id), scheme: one.scheme || draft.scheme }, 'stored');
  };
  return (
    <div className="push-credentials">
      {stored.length > 0 || id !== undefined ? (
        <Field label={t('push.stored')} problem={id === undefined ? undefined : troubleOf(chosen)}>
          {(field) => (
            <select
              id={field.id}
              className="field"
              data-testid="push-stored"
              aria-describedby={field.describedBy}
              aria-invalid={field.invalid}
              value={id ?? ''}
              onChange={(event) => choose(event.target.value)}
            >
              <option value="">{t('push.stored.typed')}</option>
              {stored.map((one) => (
                <option key={one.id} value={one.id}>
                  {t('push.stored.option', { name: oneLine(one.name), origin: one.origin })}
                </option>
              ))}
              {id !== undefined && !chosen ? <option value={id}>{id}</option> : null}
            </select>
          )}
        </Field>
      ) : null}
      {id === undefined ? (
        <Field label={t('push.credentials')} hint={hint}>
          {(field) => (
            <SecretInput
              id={field.id}
              name="credentials"
              value={draft.credentials}
              describedBy={field.describedBy}
              invalid={field.invalid}
              onChange={(credentials) => onChange({ credentials }, 'type:credentials')}
            />
          )}
        </Field>
      ) : null}
    </div>
  );
}
