import { describe, expect, it } from 'vitest';
import type { StreamResponse } from '../../model/event.ts';
import type { Part } from '../../model/message.ts';
import { lensFor, readSections } from '../index.ts';
import { adcp } from './lens.ts';
import { adcpPayload } from './payload.ts';

const done = (parts: Part[], said: Part[] = []): StreamResponse => ({
  task: {
    id: 't',
    status: { state: 'TASK_STATE_COMPLETED', message: { messageId: 'm', role: 'ROLE_AGENT', parts: said } },
    artifacts: [{ artifactId: 'a', parts }],
  },
});

const error = { code: 'MEDIA_BUY_NOT_FOUND', message: 'No such buy', recovery: 'terminal' };

describe('AdCP payloads', () => {
  it('are in the last data part that holds an object', () => {
    const event = done([{ text: 'x' }, { data: { progress: 1 } }, { data: { adcp_error: error } }, { data: [1] }]);
    expect(adcpPayload(event)).toMatchObject({ partIndex: 2, wrapper: false, error: { code: error.code } });
    expect(lensFor(event)).toBe(adcp);
    expect(readSections(event)).toEqual([
      { kind: 'error', message: 'MEDIA_BUY_NOT_FOUND · No such buy', retryable: false, detail: error },
    ]);
  });

  it('are looked for in the status message when no artifact has data', () => {
    expect(adcpPayload(done([{ text: 'x' }], [{ data: { adcp_error: error } }]))?.error?.recovery).toBe('terminal');
  });

  it('below a lone response are a fault of the server', () => {
    const event = done([{ data: { response: { products: [] } } }]);
    expect(adcpPayload(event)).toEqual({ partIndex: 0, wrapper: true });
    expect(adcp.check?.(event)).toMatchObject([{ code: 'adcp-wrapper', severity: 'warning' }]);
  });

  it.each<[string, Part[]]>([
    ['another agent’s response', [{ data: { response: { answer: 42 } } }]],
    ['a response beside other keys', [{ data: { response: { products: [] }, more: 1 } }]],
    ['a list', [{ data: { response: [] } }]],
    ['null', [null as unknown as Part, { data: null }]],
    ['nothing', []],
  ])('%s is none', (_, parts) => {
    expect(adcpPayload(done(parts))).toBeUndefined();
    expect(adcp.detect(done(parts))).toBe(false);
  });

  it('with an error that has no usable code are no structured error', () => {
    for (const code of ['', 'x'.repeat(65), 7]) {
      expect(adcpPayload(done([{ data: { adcp_error: { code } } }]))).toEqual({ partIndex: 0, wrapper: false });
    }
  });
});
