import { describeSecurity } from '../card/security-words.ts';
import type { CardRule } from './card-rule.ts';

export const skillDuplicateId: CardRule = {
  id: 'skill-duplicate-id',
  severity: 'warning',
  clause: '1.0 §4.4.5',
  check: ({ card }) => {
    const seen = new Set<string>();
    return card.skills.flatMap(({ id }, i) => {
      if (id === '' || !seen.has(id)) {
        seen.add(id);
        return [];
      }
      return [
        {
          message: `The skill id ${id} is used more than once.`,
          pointer: `/skills/${i}/id`,
          fix: 'Give every skill an id of its own.',
        },
      ];
    });
  },
};

export const cardNoSkills: CardRule = {
  id: 'card-no-skills',
  severity: 'note',
  clause: '1.0 §4.4.1',
  check: ({ card }) =>
    card.skills.length > 0
      ? []
      : [
          {
            message: 'The card lists no skill, so it does not say what the agent can do.',
            pointer: '/skills',
            fix: 'Describe at least one skill.',
          },
        ],
};

export const cardStreamingUnset: CardRule = {
  id: 'card-streaming-unset',
  severity: 'note',
  clause: '1.0 §4.4.3',
  check: ({ card }) =>
    card.capabilities.streaming !== undefined
      ? []
      : [
          {
            message: 'The card does not say whether the agent streams; a missing value counts as false.',
            pointer: '/capabilities/streaming',
            fix: 'Set capabilities.streaming to true or false.',
          },
        ],
};

export const securityUndeclared: CardRule = {
  id: 'security-scheme-undeclared',
  severity: 'warning',
  clause: '1.0 §4.5',
  check: ({ card }) =>
    describeSecurity(card.securityRequirements, card.securitySchemes)
      .options.flat()
      .filter((scheme) => scheme.missing)
      .map((scheme) => ({
        message: `The security scheme ${scheme.name} is required, but not described.`,
        pointer: '/securityRequirements',
        fix: `Describe ${scheme.name} in securitySchemes.`,
      })),
};
