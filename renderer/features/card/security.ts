import type { SchemeWords } from '../../../shared/a2a/card/security-words.ts';
import { t } from '../../strings/index.ts';
import { oneLine } from '../../ui/text.ts';

/** What a person has to have for one scheme: `a bearer token (JWT)`, `a key in the header X-Key`. */
export function schemeSentence(scheme: SchemeWords): string {
  const name = oneLine(scheme.name);
  if (scheme.missing) return t('card.scheme.missing', { name });
  switch (scheme.kind) {
    case 'apiKey':
      return scheme.where.in === 'unknown' || scheme.where.in === 'tls'
        ? t('card.scheme.unknown', { name })
        : t(`card.scheme.key.${scheme.where.in}`, { key: oneLine(scheme.where.name) });
    case 'http':
      return httpSentence(scheme);
    case 'oauth2':
      return scheme.flows?.length
        ? t('card.scheme.oauth2.flows', { flows: oneLine(scheme.flows.join(', ')) })
        : t('card.scheme.oauth2');
    case 'openIdConnect':
      return t('card.scheme.oidc');
    case 'mutualTLS':
      return t('card.scheme.mtls');
    case 'unknown':
      return t('card.scheme.unknown', { name });
  }
}

function httpSentence(scheme: SchemeWords): string {
  const word = scheme.scheme?.toLowerCase();
  if (word === 'basic') return t('card.scheme.basic');
  if (word !== 'bearer') return t('card.scheme.http', { scheme: oneLine(scheme.scheme ?? '') });
  return scheme.bearerFormat
    ? t('card.scheme.bearer.format', { format: oneLine(scheme.bearerFormat) })
    : t('card.scheme.bearer');
}
