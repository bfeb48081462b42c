import type { DialectId } from '../../../shared/model/entry.ts';
import { t } from '../../strings/index.ts';

const text = (description: string, more: object = {}) => ({ type: 'string', description, ...more });

/** Schemes of the IANA registry that agents are likely to send. */
const SCHEMES = ['Bearer', 'Basic'];

const authenticationOf = (dialect: DialectId) => {
  const scheme = text(t('push.schema.scheme'), {
    examples: SCHEMES,
    defaultSnippets: SCHEMES.map((body) => ({ body })),
  });
  const older = dialect === '0.3';
  return {
    type: 'object',
    description: t('push.schema.authentication'),
    required: [older ? 'schemes' : 'scheme'],
    properties: {
      ...(older ? { schemes: { type: 'array', description: t('push.schema.schemes'), items: scheme } } : { scheme }),
      credentials: text(t('push.schema.credentials')),
    },
  };
};

const configOf = (dialect: DialectId) => ({
  type: 'object',
  description: t('push.schema.config'),
  required: ['url'],
  properties: {
    url: text(t('push.schema.url')),
    id: text(t('push.schema.id')),
    ...(dialect === '1.0' && { tenant: text(t('push.schema.tenant')) }),
    token: text(t('push.schema.token')),
    authentication: authenticationOf(dialect),
  },
});

/** JSON Schema of a push configuration as the version writes it: completion, and the words on hover. */
export const pushSchema = (dialect: DialectId): object =>
  dialect === '1.0'
    ? configOf(dialect)
    : {
        type: 'object',
        required: ['pushNotificationConfig'],
        properties: { pushNotificationConfig: configOf(dialect) },
      };
