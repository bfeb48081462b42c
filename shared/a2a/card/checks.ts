import type { Issue } from '../../model/issue.ts';
import { cardNoSkills, cardStreamingUnset, securityUndeclared, skillDuplicateId } from '../rules/card-abilities.ts';
import {
  cardMissingField,
  interfaceMissingField,
  providerMissingField,
  skillMissingField,
} from '../rules/card-fields.ts';
import {
  cardNoInterfaces,
  cardNoSupportedInterface,
  interfaceContainerName,
  interfaceDowngrade,
  interfaceOtherOrigin,
  interfacePlainHttp,
  interfaceUrlInvalid,
  interfaceVersionForm,
  interfaceWildcard,
} from '../rules/card-interfaces.ts';
import type { CardContext, CardRule } from '../rules/card-rule.ts';

/** Every rule about cards; one line each. */
export const cardRules: readonly CardRule[] = [
  cardMissingField,
  cardNoInterfaces,
  cardNoSupportedInterface,
  interfaceMissingField,
  interfaceUrlInvalid,
  interfaceWildcard,
  interfaceContainerName,
  interfaceDowngrade,
  interfacePlainHttp,
  interfaceOtherOrigin,
  interfaceVersionForm,
  skillMissingField,
  skillDuplicateId,
  cardNoSkills,
  cardStreamingUnset,
  providerMissingField,
  securityUndeclared,
];

/** All findings about a decoded card, in the order of the rules. Pointers are into the card in the 1.0 shape. */
export function checkCard(context: CardContext): Issue[] {
  return cardRules.flatMap(({ id, severity, clause, check }) =>
    check(context).map((finding) => ({ code: id, severity, clause, ...finding })),
  );
}
