import { useState } from 'react';
import { TOKEN_PLACEHOLDER } from '../../../shared/model/receiver.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { SecretInput } from '../../views/SecretInput.tsx';
import type { SecretName } from './draft.ts';
import { Field, TextField } from './Field.tsx';
import type { ConfigForm } from './use-config-form.ts';

/** Random bytes of a made-up token: as many as a SHA-256 key has. */
const TOKEN_BYTES = 32;

/** A token nobody can guess, in characters that every header line takes. */
const madeUpToken = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(TOKEN_BYTES))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

interface FormFieldsProps {
  form: ConfigForm;
  /** The agent has a configuration with this id. */
  replaces: boolean;
  starting: boolean;
  onReceiver(): void;
}

/** The configuration, field by field. */
export function FormFields({ form, replaces, starting, onReceiver }: FormFieldsProps) {
  const { draft, problem, change } = form;
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
        onChange={(url) => change({ url })}
      />
      <div className="push-grid">
        <TextField
          label={t('push.id')}
          value={draft.id}
          placeholder={t('push.id.none')}
          testId="push-id"
          hint={replaces ? t('push.id.replaces') : undefined}
          onChange={(id) => change({ id })}
        />
        <TextField
          label={t('push.tenant')}
          value={draft.tenant}
          testId="push-tenant"
          onChange={(tenant) => change({ tenant })}
        />
      </div>
      <TokenField form={form} />
      <div className="push-grid">
        <TextField
          label={t('push.scheme')}
          value={draft.scheme}
          placeholder="Bearer"
          testId="push-scheme"
          problem={problem === 'scheme' ? t('push.problem.scheme') : undefined}
          onChange={(scheme) => change({ scheme: scheme.trim() })}
        />
        <Field label={t('push.credentials')} hint={lostHint(form, 'credentials')}>
          {({ id, describedBy, invalid }) => (
            <SecretInput
              id={id}
              name="credentials"
              value={draft.credentials}
              describedBy={describedBy}
              invalid={invalid}
              onChange={(credentials) => change({ credentials })}
            />
          )}
        </Field>
      </div>
      <p className="hint">{t('push.readBack')}</p>
    </div>
  );
}

const lostHint = ({ lost }: ConfigForm, name: SecretName) =>
  lost.includes(name) ? <span data-testid="push-lost">{t('push.lost')}</span> : undefined;

/** The token of the receiver is known to Loupe alone; any other one is typed or made up. */
function TokenField({ form }: { form: ConfigForm }) {
  const [replacing, setReplacing] = useState(false);
  const { token } = form.draft;
  const own = token === TOKEN_PLACEHOLDER;
  return (
    <Field label={t('push.token')} hint={own ? undefined : lostHint(form, 'token')}>
      {({ id, describedBy, invalid }) =>
        own ? (
          <p className="push-held" data-testid="push-token-receiver">
            <output id={id}>{t('push.token.receiver')}</output>
            <Button
              size="s"
              look="ghost"
              onClick={() => {
                setReplacing(true);
                form.change({ token: '' });
              }}
            >
              {t('access.secret.replace')}
            </Button>
          </p>
        ) : (
          <div className="push-control">
            <SecretInput
              id={id}
              name="token"
              value={token}
              focus={replacing}
              describedBy={describedBy}
              invalid={invalid}
              onChange={(next) => form.change({ token: next })}
            />
            <Button data-testid="push-make-token" onClick={() => form.change({ token: madeUpToken() })}>
              {t('push.token.make')}
            </Button>
          </div>
        )
      }
    </Field>
  );
}
