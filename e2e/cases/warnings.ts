/** Codes of findings by the topic names that cases use. A topic without a row is a code itself. */
export const WARNING_CODES: Readonly<Record<string, readonly string[]>> = {
  'endpoint-origin': ['endpoint-origin', 'interface-other-origin'],
  'scheme-downgrade': ['interface-scheme-downgrade'],
  'security-scheme': ['security-scheme-unknown', 'security-scheme-form', 'security-scheme-undeclared'],
  'protocol-version': ['protocol-version-missing', 'interface-version-form', 'card-version-mismatch'],
  'content-type': ['content-type', 'not-a-stream'],
  'artifact-after-last-chunk': ['artifact-after-last-chunk'],
  'rpc-id': ['rpc-id'],
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
  'enum-number': ['enum-number', 'odd-spelling'],
  'list-paging': ['list-page-repeats'],
  'adcp-wrapper': ['adcp-wrapper'],
};

export const codesOf = (about: string): readonly string[] => WARNING_CODES[about] ?? [about];
