import { type ReactNode, useState } from 'react';
import { storedIdOf } from '../../../shared/model/push.ts';
import { TOKEN_PLACEHOLDER } from '../../../shared/model/receiver.ts';
import type { DraftProblem, PushDraft, SecretName } from '../../state/push-draft.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, TextField } from '../Field.tsx';
import { SecretInput } from '../SecretInput.tsx';
import { CredentialsField } from './CredentialsField.tsx';
import './push-fields.css';

/** Random bytes of a made-up token: as many as a SHA-256 key has. */
const TOKEN_BYTES = 32;

/** A token nobody can guess, in characters that every header line takes. */
const madeUpToken = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(TOKEN_BYTES))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** What changed a draft; typing in one field is one step. */
export type DraftStep = `type:${keyof PushDraft}` | 'token' | 'stored' | 'receiver' | 'keep';

export interface PushFieldsProps {
  draft: PushDraft;
  problem: DraftProblem | undefined;
  /** Secrets of the agent's configuration that did not come with it. */
  lost?: readonly SecretName[];
  /** The agent has a configuration with this id. */
  replaces?: boolean;
  /** Where there is a place for a tenant. */
  tenant?: { hint?: string };
  starting: boolean;
  onReceiver(): void;
  onChange(change: Partial<PushDraft>, step: DraftStep): void;
}

/** A push configuration, field by field. */
export function PushFields(props: PushFieldsProps) {
  const { draft, problem, lost = [], replaces = false, tenant, starting, onReceiver, onChange } = props;
  const typed = (member: keyof PushDraft) => (value: string) => onChange({ [member]: value }, `type:${member}`);
  const tokenField = <TokenField draft={draft} hint={lostHint(lost, 'token')} onChange={onChange} />;
  return (
    <div className="push-fields">
      <TextField
        label={t('push.url')}
        value={draft.url}
        inputMode="url"
        placeholder="https://"
        testId="push-url"
        problem={problem === 'url' ? t('push.problem.url') : undefined}
        end={
          <Button icon="bell" data-testid="use-receiver" disabled={starting} onClick={onReceiver}>
            {t('push.useReceiver')}
          </Button>
        }
        onChange={typed('url')}
      />
      <div className="push-grid">
        <TextField
          label={t('push.id')}
          value={draft.id}
          placeholder={t('push.id.none')}
          testId="push-id"
          hint={replaces ? t('push.id.replaces') : undefined}
          onChange={typed('id')}
        />
        {tenant ? (
          <TextField
            label={t('push.tenant')}
            value={draft.tenant}
            testId="push-tenant"
            hint={tenant.hint}
            onChange={typed('tenant')}
          />
        ) : (
          tokenField
        )}
      </div>
      {tenant ? tokenField : null}
      <div className="push-grid">
        <TextField
          label={t('push.scheme')}
          value={draft.scheme}
          placeholder="Bearer"
          testId="push-scheme"
          problem={problem === 'scheme' ? t('push.problem.scheme') : undefined}
          onChange={(scheme) => onChange({ scheme: scheme.trim() }, 'type:scheme')}
        />
        <CredentialsField draft={draft} hint={lostHint(lost, 'credentials')} onChange={onChange} />
      </div>
      {storedIdOf(draft.credentials) !== undefined ? <p className="hint">{t('push.stored.explain')}</p> : null}
      {hasSecret(draft) ? <p className="hint">{t('push.readBack')}</p> : null}
    </div>
  );
}

const hasSecret = ({ token, credentials }: PushDraft): boolean => token !== '' || credentials !== '';

const lostHint = (lost: readonly SecretName[], name: SecretName): ReactNode =>
  lost.includes(name) ? <span data-testid="push-lost">{t('push.lost')}</span> : undefined;

interface TokenFieldProps extends Pick<PushFieldsProps, 'draft' | 'onChange'> {
  hint: ReactNode;
}

/** The token of the receiver is known to Loupe alone; any other one is typed or made up. */
function TokenField({ draft: { token }, hint, onChange }: TokenFieldProps) {
  const [replacing, setReplacing] = useState(false);
  const own = token === TOKEN_PLACEHOLDER;
  return (
    <Field label={t('push.token')} hint={own ? undefined : hint}>
      {({ id, describedBy, invalid }) =>
        own ? (
          <p className="push-held" data-testid="push-token-receiver">
            <output id={id}>{t('push.token.receiver')}</output>
            <Button
              size="s"
              look="ghost"
              onClick={() => {
                setReplacing(true);
                onChange({ token: '' }, 'token');
              }}
            >
              {t('access.secret.replace')}
            </Button>
          </p>
        ) : (
          <div className="form-control">
            <SecretInput
              id={id}
              name="token"
              value={token}
              focus={replacing}
              describedBy={describedBy}
              invalid={invalid}
              onChange={(next) => onChange({ token: next }, 'type:token')}
            />
            <Button data-testid="push-make-token" onClick={() => onChange({ token: madeUpToken() }, 'token')}>
              {t('push.token.make')}
            </Button>
          </div>
        )
      }
    </Field>
  );
}
