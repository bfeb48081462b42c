import { useState } from 'react';
import type { AccessView, CredentialView } from '../../../shared/contract/access.ts';
import type { AgentView } from '../../../shared/contract/views.ts';
import type { Trouble } from '../../../shared/lib/result.ts';
import { chooseCredentials, refreshToken, removeCredential, signIn } from '../../state/access.ts';
import { useNow } from '../../state/use-now.ts';
import { t } from '../../strings/index.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';
import { oneLine } from '../../ui/text.ts';
import { TroubleNotice } from '../../views/Trouble.tsx';
import { usedAfter } from './choices.ts';
import { CREDENTIAL_LOOKS, expiryText } from './credential-words.ts';
import { kindWord, schemeTitle } from './words.ts';

const TICK_MS = 1_000;

interface HeldProps {
  agent: AgentView;
  view: AccessView;
  onEdit(credential: CredentialView): void;
}

/** Everything that was entered for the origin of this agent; what is in use comes first. */
export function Held({ agent, view, onEdit }: HeldProps) {
  const [removing, setRemoving] = useState<CredentialView>();
  const [trouble, setTrouble] = useState<Trouble>();
  const { using, held } = view;
  const all = [...using, ...held];
  const now = useNow(
    all.some((credential) => credential.expires !== undefined),
    TICK_MS,
  );
  if (all.length === 0) return null;
  const take = async (reply: Promise<{ ok: true } | { ok: false; error: Trouble }>) => {
    setTrouble(undefined);
    const came = await reply;
    if (!came.ok) setTrouble(came.error);
  };
  const itemsOf = (credential: CredentialView): MenuItem[] => {
    const used = using.includes(credential);
    const ids = used ? using.filter((one) => one !== credential).map(({ id }) => id) : usedAfter(using, [credential]);
    const oauth = credential.scheme.type === 'oauth2';
    return [
      {
        id: 'use',
        label: t(used ? 'access.held.unuse' : 'access.held.use'),
        icon: used ? 'minus' : 'check',
        onSelect: () => void take(chooseCredentials(agent.id, ids)),
      },
      { id: 'edit', label: t('access.held.replace'), icon: 'pencil', onSelect: () => onEdit(credential) },
      ...(oauth
        ? [
            {
              id: 'sign-in',
              label: t('access.held.signIn'),
              icon: 'key',
              onSelect: () => void take(signIn(credential.id)),
            } satisfies MenuItem,
          ]
        : []),
      ...(credential.refreshable
        ? [
            {
              id: 'refresh',
              label: t('access.held.refresh'),
              icon: 'refresh',
              onSelect: () => void take(refreshToken(credential.id)),
            } satisfies MenuItem,
          ]
        : []),
      {
        id: 'remove',
        label: t('access.held.remove'),
        icon: 'trash',
        danger: true,
        divided: true,
        onSelect: () => setRemoving(credential),
      },
    ];
  };
  return (
    <section className="block" data-testid="held">
      <div className="block-title">{t('access.held')}</div>
      <table className="access-table">
        <thead>
          <tr>
            <th scope="col">{t('access.held.name')}</th>
            <th scope="col">{t('access.held.kind')}</th>
            <th scope="col">{t('access.held.expires')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('access.held.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {all.map((credential) => (
            <HeldRow
              key={credential.id}
              credential={credential}
              used={using.includes(credential)}
              told={credential.trouble?.message === view.refusal?.text}
              now={now}
              items={itemsOf(credential)}
            />
          ))}
        </tbody>
      </table>
      {trouble ? <TroubleNotice panel="access-held" trouble={trouble} here /> : null}
      {removing ? (
        <Confirm
          title={t('access.remove.title', { name: removing.name })}
          verb={t('access.remove.verb')}
          cancel={t('action.cancel')}
          onConfirm={() => void take(removeCredential(removing.id))}
          onClose={() => setRemoving(undefined)}
        >
          {t('access.remove.explain', {
            name: removing.name,
            kind: schemeTitle(removing.scheme),
            count: removing.agents.length,
          })}
        </Confirm>
      ) : null}
    </section>
  );
}

interface HeldRowProps {
  credential: CredentialView;
  used: boolean;
  /** Its trouble is explained above. */
  told: boolean;
  now: number;
  items: MenuItem[];
}

function HeldRow({ credential, used, told, now, items }: HeldRowProps) {
  const look = CREDENTIAL_LOOKS[credential.state];
  return (
    <>
      <tr
        data-testid="credential"
        data-id={credential.id}
        data-state={credential.state}
        data-used={used}
        data-keep={credential.keep}
      >
        <td>
          <span className="access-held-name">
            <span className={look.tone}>
              <Icon name={look.icon} size={12} />
            </span>
            <b className="cut" title={credential.name}>
              {oneLine(credential.name)}
            </b>
          </span>
          <span className="hint access-held-state">
            {t(`access.state.${credential.state}`)}
            {used ? ` · ${t('access.held.used')}` : ''}
          </span>
        </td>
        <td>{kindWord(credential.scheme)}</td>
        <td className="access-expires" data-testid="expires">
          {expiryText(credential, now)}
        </td>
        <td>
          <Menu
            trigger={
              <IconButton
                icon="ellipsis"
                label={t('access.held.more', { name: credential.name })}
                data-testid="held-menu"
              />
            }
            items={items}
          />
        </td>
      </tr>
      {credential.trouble && !told ? (
        <tr className="access-held-trouble">
          <td colSpan={4}>{credential.trouble.message}</td>
        </tr>
      ) : null}
    </>
  );
}
