/**
 * Topics group the codes of rules and decoders that mean the same trouble, so that scripts need not know every code.
 * A code without a row is its own topic.
 */
const TOPICS: Readonly<Record<string, string>> = {};

export const topicOf = (code: string): string => TOPICS[code] ?? code;
