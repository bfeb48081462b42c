import { at } from '../../lib/pointer.ts';
import type { CardRule, Finding } from './card-rule.ts';

const missing = (what: string, owner: object, names: readonly string[], pointer: string): Finding[] =>
  names
    .filter((name) => isEmpty((owner as Record<string, unknown>)[name]))
    .map((name) => ({
      message: `${what} has no ${name}.`,
      pointer: at(pointer, name),
      fix: `Add ${name}; it is required.`,
    }));

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

export const cardMissingField: CardRule = {
  id: 'card-missing-field',
  severity: 'warning',
  clause: '1.0 §4.4.1',
  check: ({ card }) =>
    missing('The card', card, ['name', 'description', 'version', 'defaultInputModes', 'defaultOutputModes'], ''),
};

export const interfaceMissingField: CardRule = {
  id: 'interface-missing-field',
  severity: 'warning',
  clause: '1.0 §4.4.6',
  check: ({ card }) =>
    card.supportedInterfaces.flatMap((entry, i) =>
      missing(`Interface ${i + 1}`, entry, ['url', 'protocolBinding', 'protocolVersion'], `/supportedInterfaces/${i}`),
    ),
};

export const skillMissingField: CardRule = {
  id: 'skill-missing-field',
  severity: 'warning',
  clause: '1.0 §4.4.5',
  check: ({ card }) =>
    card.skills.flatMap((skill, i) =>
      missing(`Skill ${skill.name || skill.id || i + 1}`, skill, ['id', 'name', 'description'], `/skills/${i}`),
    ),
};

export const providerMissingField: CardRule = {
  id: 'provider-missing-field',
  severity: 'note',
  clause: '1.0 §4.4.2',
  check: ({ card }) =>
    card.provider ? missing('The provider', card.provider, ['url', 'organization'], '/provider') : [],
};
