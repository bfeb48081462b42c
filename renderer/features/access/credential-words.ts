import type { CredentialView } from '../../../shared/contract/access.ts';
import { t } from '../../strings/index.ts';
import type { IconName } from '../../ui/icons.ts';
import { formatDuration } from '../../ui/text.ts';

/** Glyph and colour of a credential; the words are `access.state.<state>`. */
export const CREDENTIAL_LOOKS: Record<CredentialView['state'], { icon: IconName; tone: string }> = {
  valid: { icon: 'check', tone: 'tone-ok' },
  untested: { icon: 'clock', tone: 't3' },
  refused: { icon: 'triangle', tone: 'tone-danger' },
  expired: { icon: 'clock', tone: 'tone-warn' },
  'enter-again': { icon: 'key', tone: 'tone-warn' },
  locked: { icon: 'lock', tone: 'tone-warn' },
};

/** When a credential ends: its token, or else the place it is kept in. */
export function expiryText({ expires, keep }: CredentialView, now: number): string {
  if (expires === undefined) return t(keep === 'session' ? 'access.expires.quit' : 'access.expires.never');
  const left = Date.parse(expires) - now;
  return left > 0 ? t('access.expires.in', { time: formatDuration(left) }) : t('access.expires.past');
}
