/**
 * Topics group the codes of rules and decoders that mean the same trouble, so that scripts need not know every code.
 * A code without a row is its own topic.
 */
export const TOPICS: Readonly<Record<string, readonly string[]>> = {
  'result-shape': [
    'wrapper-spelling',
    'wrapped-result',
    'result-without-wrapper',
    'bare-list',
    'other-version-shape',
    'unexpected-result',
    'unknown-result',
    'several-payloads',
    'rpc-envelope-missing',
    'rpc-result-and-error',
    'rpc-without-result',
  ],
  'task-state': ['unknown-state', 'odd-spelling'],
  'security-scheme': ['security-scheme-unknown', 'security-scheme-form', 'security-scheme-undeclared'],
  'protocol-version': ['protocol-version-missing', 'interface-version-form', 'card-version-mismatch'],
  'endpoint-origin': ['interface-other-origin'],
  'scheme-downgrade': ['interface-scheme-downgrade'],
  'list-paging': ['list-page-repeats'],
};

const BY_CODE = new Map(
  Object.entries(TOPICS).flatMap(([topic, codes]) => codes.map((code): [string, string] => [code, topic])),
);

/** The topic of a finding's code. */
export const topicOf = (code: string): string => BY_CODE.get(code) ?? code;
