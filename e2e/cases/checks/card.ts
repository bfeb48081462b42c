import { describeScheme } from '../../../shared/a2a/card/security-words.ts';
import { type Check, differences } from './check.ts';

export const cardName: Check = (wanted: string, { played }) => differences('card_name', wanted, played.card?.card.name);

export const protocolVersion: Check = (wanted: string, { played }) =>
  differences('protocol_version', wanted, played.connection?.negotiated?.dialect);

/** Security schemes in words, by name. */
export const security: Check = (wanted: Record<string, string>, { played }) => {
  const schemes = played.card?.card.securitySchemes ?? {};
  const words = Object.entries(schemes).map(([name, scheme]) => [name, describeScheme(name, scheme, []).short]);
  return differences('security', wanted, Object.fromEntries(words));
};

/** The words of the cases for what became of a signature. */
const SIGNATURE_WORDS = { trusted: 'verified', invalid: 'mismatch', 'cannot-check': 'not checked' } as const;

export const signature: Check = (wanted: unknown, { played }) => {
  const [first] = played.card?.signatures ?? [];
  return differences('signature', wanted, first && { ...first, state: SIGNATURE_WORDS[first.state] });
};
