import { TOPICS } from '../../electron/cli/topics.ts';

/** Codes of findings by the topic names that cases use: those of the command line, and what cases say besides. */
const WARNING_CODES: Readonly<Record<string, readonly string[]>> = {
  ...TOPICS,
  'endpoint-origin': ['endpoint-origin', ...(TOPICS['endpoint-origin'] ?? [])],
  'content-type': ['content-type', 'not-a-stream'],
  'webhook-auth': ['delivery-authorization'],
  'webhook-token': ['delivery-token'],
  'webhook-shape': ['several-payloads'],
  'enum-number': ['enum-number', 'odd-spelling'],
};

/** A topic without a row is a code itself. */
export const codesOf = (about: string): readonly string[] => WARNING_CODES[about] ?? [about];
