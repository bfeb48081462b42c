import type { AccessView, CredentialView } from '../../../shared/contract/access.ts';
import type { AgentView } from '../../../shared/contract/views.ts';
import { clockOf } from '../../state/age.ts';
import { t } from '../../strings/index.ts';
import type { IconName } from '../../ui/icons.ts';
import { oneLine } from '../../ui/text.ts';
import { CREDENTIAL_LOOKS, expiryText } from './credential-words.ts';
import { kindWord } from './words.ts';

/** A token that ends within this time says so in the badge, ms. */
const SOON_MS = 600_000;

export interface AuthBadge {
  /** `none`, `asked`, `needed`, or the state of the credential that is worst off. */
  value: string;
  text: string;
  icon: IconName;
  tone?: string;
  why: string;
}

/** Worst first. */
const ORDER: readonly CredentialView['state'][] = ['refused', 'expired', 'enter-again', 'locked', 'untested', 'valid'];

/** What is used to sign in to an agent, and how that stands; undefined where nothing is asked for or used. */
export function authBadge(
  agent: AgentView,
  access: AccessView | undefined,
  asked: boolean,
  now: number,
): AuthBadge | undefined {
  const using = access?.using ?? [];
  if (using.length === 0) {
    const needed = agent.connection === 'needs-access';
    if (!needed && !asked) return undefined;
    const key = needed ? 'badge.auth.needed' : 'badge.auth.asked';
    return { value: needed ? 'needed' : 'asked', text: t(key), icon: 'lock', tone: 'tone-warn', why: t(`${key}.why`) };
  }
  const worst = [...using].sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))[0] as CredentialView;
  const look = CREDENTIAL_LOOKS[worst.state];
  const fine = worst.state === 'valid' || worst.state === 'untested';
  return {
    value: worst.state,
    text: textOf(using, worst, now),
    icon: fine ? 'key' : look.icon,
    ...(fine ? {} : { tone: look.tone }),
    why: using.map((credential) => lineOf(credential, now)).join('\n'),
  };
}

function textOf(using: readonly CredentialView[], worst: CredentialView, now: number): string {
  const words =
    using.length > 1
      ? t('badge.auth.many', { count: using.length })
      : t('badge.auth.one', { kind: kindWord(worst.scheme), name: oneLine(worst.name) });
  const ends = Math.min(...using.map(({ expires }) => (expires ? Date.parse(expires) : Number.POSITIVE_INFINITY)));
  const left = ends - now;
  return left > 0 && left < SOON_MS ? t('badge.auth.left', { words, time: clockOf(left) }) : words;
}

function lineOf(credential: CredentialView, now: number): string {
  const args = { name: oneLine(credential.name), state: t(`access.state.${credential.state}`) };
  const line = credential.expires
    ? t('badge.auth.expires', { ...args, time: expiryText(credential, now) })
    : t('badge.auth.line', args);
  return credential.trouble ? `${line}\n${credential.trouble.message}` : line;
}
