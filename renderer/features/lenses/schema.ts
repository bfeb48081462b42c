import { KINDS, STATES, USAGE_FIELDS, VALUE_FIELDS } from '../../../shared/lenses/user/spec.ts';
import { t } from '../../strings/index.ts';

const pathAt = (description: string) => ({ type: 'string', pattern: '^[$@]', description });

const choiceOf = (words: readonly string[], description: string) => ({
  description,
  anyOf: [
    { enum: words, description },
    pathAt(description),
    {
      type: 'object',
      description,
      required: ['path'],
      properties: {
        path: pathAt(t('lens.field.path')),
        words: {
          type: 'object',
          description: t('lens.field.words'),
          additionalProperties: { enum: words },
        },
      },
    },
  ],
});

const FIELD_WORDS = { id: 'id', name: 'read.name', arguments: 'arguments', result: 'result', text: 'text' } as const;

/** JSON Schema of a lens file, for completion and for the words on hover; faults are found by the parser itself. */
export const lensSchema = () => ({
  type: 'object',
  required: ['loupeLens', 'name', 'match', 'read'],
  properties: {
    loupeLens: { const: 1, description: t('lens.field.loupeLens') },
    name: { type: 'string', description: t('lens.field.name') },
    match: {
      description: t('lens.field.match'),
      anyOf: [
        pathAt(t('lens.field.match')),
        {
          type: 'object',
          required: ['path'],
          properties: {
            path: pathAt(t('lens.field.match.path')),
            equals: { type: ['string', 'number', 'boolean'], description: t('lens.field.match.equals') },
          },
        },
      ],
    },
    items: pathAt(t('lens.field.items')),
    read: {
      type: 'object',
      description: t('lens.field.read'),
      required: ['kind'],
      properties: {
        kind: choiceOf(KINDS, t('lens.field.kind')),
        state: choiceOf(STATES, t('lens.field.state')),
        ...Object.fromEntries(VALUE_FIELDS.map((field) => [field, pathAt(t(`lens.field.${FIELD_WORDS[field]}`))])),
        usage: {
          description: t('lens.field.usage'),
          anyOf: [
            pathAt(t('lens.field.usage')),
            {
              type: 'object',
              properties: Object.fromEntries(USAGE_FIELDS.map((field) => [field, pathAt(t('lens.field.usage'))])),
            },
          ],
        },
      },
    },
  },
});
