import type { Lens, Section } from '../lens.ts';
import { adcpPayload, isAdcp } from './payload.ts';

/** Recoveries after which the same request may succeed. */
const RETRYABLE: ReadonlySet<string> = new Set(['transient']);

/** Ad Context Protocol: results and structured errors in data parts. */
export const adcp: Lens = {
  id: 'adcp',
  claims: {},
  bare: true,
  detect: isAdcp,
  read(event) {
    const error = adcpPayload(event)?.error;
    if (!error) return [];
    const { code, message, recovery, detail } = error;
    const section: Section = { kind: 'error', message: message ? `${code} · ${message}` : code, detail };
    if (recovery !== undefined) section.retryable = RETRYABLE.has(recovery);
    return [section];
  },
  check(event) {
    if (!adcpPayload(event)?.wrapper) return [];
    const message =
      'The AdCP payload is wrapped in an object with the lone key response; the data part should be the payload itself.';
    return [{ code: 'adcp-wrapper', severity: 'warning', message }];
  },
};
