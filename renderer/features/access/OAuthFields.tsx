import { useState } from 'react';
import type { Trouble } from '../../../shared/lib/result.ts';
import type { OAuthFlow } from '../../../shared/model/credential.ts';
import { call } from '../../state/bridge.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { oneLine } from '../../ui/text.ts';
import { TroubleNotice } from '../../views/Trouble.tsx';
import { withDiscovery } from './discovery.ts';
import { OriginChip, TextField } from './Field.tsx';
import { otherOrigin, problemAt } from './problems.ts';
import { Rich } from './Rich.tsx';
import { DraftSecret, originOf, type SchemeFieldsProps } from './SchemeFields.tsx';

const FLOWS: readonly OAuthFlow[] = ['clientCredentials', 'authorizationCode', 'deviceCode'];
const CLIENT_AUTH = ['basic', 'post', 'none'] as const;

/** Addresses a flow needs besides the token address. */
const EXTRA = {
  clientCredentials: [],
  authorizationCode: ['authorizationUrl'],
  deviceCode: ['deviceAuthorizationUrl'],
};

export function OAuthFields(props: SchemeFieldsProps) {
  const { draft, problems, onChange } = props;
  const extra = EXTRA[draft.flow] as ('authorizationUrl' | 'deviceAuthorizationUrl')[];
  return (
    <div className="access-grid">
      {draft.chooseFlow || draft.cardScheme === undefined ? (
        <div className="form-field access-wide">
          <span className="label">{t('access.flow')}</span>
          <Choice
            label={t('access.flow')}
            value={draft.flow}
            options={FLOWS.map((value) => ({ value, label: t(`access.flow.${value}`) }))}
            onChange={(flow) => onChange({ flow })}
          />
        </div>
      ) : null}
      {byDocument(draft) ? <Discovery {...props} /> : null}
      {extra.map((field) => (
        <TextField
          key={field}
          wide
          label={t(`access.${field}`)}
          value={draft[field]}
          from={originOf(draft, field)}
          problem={problemAt(problems, field)}
          inputMode="url"
          placeholder={draft.metadataUrl ? t('access.discovered') : 'https://'}
          onChange={(value) => onChange({ [field]: value })}
        />
      ))}
      <TextField
        wide
        label={t('access.tokenUrl')}
        value={draft.tokenUrl}
        from={originOf(draft, 'tokenUrl')}
        problem={problemAt(problems, 'tokenUrl')}
        hint={<SentTo {...props} />}
        inputMode="url"
        placeholder={draft.metadataUrl ? t('access.discovered') : 'https://'}
        testId="access-token-url"
        onChange={(tokenUrl) => onChange({ tokenUrl })}
      />
      <TextField
        label={t('access.clientId')}
        value={draft.clientId}
        problem={problemAt(problems, 'clientId')}
        testId="access-client-id"
        onChange={(clientId) => onChange({ clientId })}
      />
      {draft.clientAuth === 'none' ? (
        <div className="form-field">
          <span className="label">{t('access.clientSecret')}</span>
          <p className="access-held hint">
            {t('access.publicClient')}
            <Button size="s" look="ghost" onClick={() => onChange({ clientAuth: 'basic' })}>
              {t('access.publicClient.add')}
            </Button>
          </p>
        </div>
      ) : (
        <DraftSecret
          name="clientSecret"
          label={t('access.clientSecret')}
          draft={draft}
          problems={problems}
          onChange={onChange}
        />
      )}
      <Scopes {...props} />
      <Advanced {...props} />
    </div>
  );
}

/** Who receives the secret, where that is not plain. */
function SentTo({ draft, origin }: SchemeFieldsProps) {
  const host = otherOrigin(draft.tokenUrl, origin);
  if (!host) return null;
  const what = draft.clientAuth === 'none' ? 'access.otherOrigin.public' : 'access.otherOrigin';
  return (
    <span data-testid="other-origin" data-host={host}>
      <Rich text={what} chips={{ host: <b className="access-strong">{host}</b> }} />
    </span>
  );
}

/** Where the addresses come from a document; a card that names them needs none. */
const byDocument = ({ openId, cardScheme, card }: SchemeFieldsProps['draft']): boolean =>
  openId === true || cardScheme === undefined || card.metadataUrl !== undefined;

/** The document that names every other address. */
function Discovery({ agent, draft, problems, onChange }: SchemeFieldsProps) {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const url = draft.metadataUrl.trim();
  const read = async () => {
    setBusy(true);
    setTrouble(undefined);
    const reply = await call('access.discover', { agent: agent.id, url });
    setBusy(false);
    if (reply.ok) onChange(withDiscovery(draft, reply.value));
    else setTrouble(reply.error);
  };
  return (
    <>
      <TextField
        wide
        label={t('access.metadataUrl')}
        hint={t('access.metadataUrl.hint')}
        value={draft.metadataUrl}
        from={originOf(draft, 'metadataUrl')}
        problem={problemAt(problems, 'metadataUrl')}
        inputMode="url"
        testId="access-discovery"
        onChange={(metadataUrl) => onChange({ metadataUrl })}
        end={
          <Button data-testid="access-discover" disabled={busy || url === ''} onClick={() => void read()}>
            {busy ? t('access.discovery.reading') : t('access.discovery.read')}
          </Button>
        }
      />
      {trouble ? (
        <div className="access-wide">
          <TroubleNotice panel="access-discovery" trouble={trouble} agent={agent.id} />
        </div>
      ) : null}
    </>
  );
}

function Scopes({ draft, onChange }: SchemeFieldsProps) {
  const { offered, scopes } = draft;
  const fromCard = Object.keys(draft.card).length > 0;
  if (offered.length === 0) {
    return (
      <TextField
        wide
        label={t('access.scopes')}
        hint={t('access.scopes.hint')}
        value={draft.moreScopes}
        onChange={(moreScopes) => onChange({ moreScopes })}
      />
    );
  }
  return (
    <fieldset className="access-scopes access-wide">
      <legend className="label">
        {t('access.scopes')} <OriginChip from={fromCard ? 'card' : 'read'} />
      </legend>
      <div className="access-scope-list">
        {offered.map(({ name, description }) => (
          <span key={name} className="access-scope" title={description}>
            <Checkbox
              checked={scopes.includes(name)}
              onChange={(checked) =>
                onChange({ scopes: checked ? [...scopes, name] : scopes.filter((scope) => scope !== name) })
              }
            >
              <span className="mono">{oneLine(name)}</span>
            </Checkbox>
            {description ? <span className="access-scope-text hint">{oneLine(description)}</span> : null}
          </span>
        ))}
      </div>
    </fieldset>
  );
}

/** What few services ask for. */
const Advanced = (props: SchemeFieldsProps) => {
  const { draft, problems, onChange } = props;
  return (
    <details className="access-more access-wide">
      <summary>{t('access.more')}</summary>
      <div className="access-grid">
        {byDocument(draft) ? null : <Discovery {...props} />}
        <div className="form-field access-wide">
          <span className="label">{t('access.clientAuth')}</span>
          <Choice
            label={t('access.clientAuth')}
            value={draft.clientAuth}
            options={CLIENT_AUTH.map((value) => ({ value, label: t(`access.clientAuth.${value}`) }))}
            onChange={(clientAuth) => onChange({ clientAuth })}
          />
        </div>
        {draft.offered.length > 0 ? (
          <TextField
            wide
            label={t('access.scopes.more')}
            hint={t('access.scopes.hint')}
            value={draft.moreScopes}
            onChange={(moreScopes) => onChange({ moreScopes })}
          />
        ) : null}
        <TextField
          label={t('access.resource')}
          hint={t('access.resource.hint')}
          value={draft.resource}
          onChange={(resource) => onChange({ resource })}
        />
        <TextField
          label={t('access.audience')}
          hint={t('access.audience.hint')}
          value={draft.audience}
          onChange={(audience) => onChange({ audience })}
        />
        <TextField
          label={t('access.refreshUrl')}
          hint={t('access.refreshUrl.hint')}
          value={draft.refreshUrl}
          from={originOf(draft, 'refreshUrl')}
          problem={problemAt(problems, 'refreshUrl')}
          onChange={(refreshUrl) => onChange({ refreshUrl })}
        />
        {draft.flow === 'authorizationCode' ? (
          <TextField
            label={t('access.redirectPort')}
            hint={t('access.redirectPort.hint')}
            value={draft.redirectPort}
            problem={problemAt(problems, 'redirectPort')}
            inputMode="numeric"
            onChange={(redirectPort) => onChange({ redirectPort })}
          />
        ) : null}
      </div>
    </details>
  );
};
