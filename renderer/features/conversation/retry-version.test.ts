import { describe, expect, it } from 'vitest';
import type { EntryView } from '../../../shared/contract/views.ts';
import { otherVersionOf, retryPlan } from './retry-version.ts';

const message = { messageId: 'm', role: 'ROLE_USER' as const, parts: [{ text: 'hi' }] };

const request = (change: object = {}): EntryView =>
  ({
    entry: { kind: 'request', agent: 'a', operation: 'SendMessage', binding: 'JSONRPC', dialect: '1.0', ...change },
    reading: { type: 'sent', message },
  }) as unknown as EntryView;

describe('sending again in the other version', () => {
  it('is for agents that do not know the method or the version', () => {
    const codes = [-32601, -32009, -32001, undefined].map((code) => otherVersionOf({ message: '', code } as never));
    expect(codes).toEqual([true, true, false, false]);
  });

  it('sends the same message under the method of that version', () => {
    expect(retryPlan(request())).toEqual({
      version: '0.3',
      method: 'message/send',
      call: { agent: 'a', operation: 'SendMessage', request: { message }, options: { version: '0.3' } },
    });
    expect(retryPlan(request({ dialect: '0.3', operation: 'SendStreamingMessage' }))).toMatchObject({
      version: '1.0',
      method: 'SendStreamingMessage',
    });
  });

  it('is not offered for calls without a message, or over other bindings', () => {
    expect(retryPlan({ ...request(), reading: { type: 'sent' } })).toBeUndefined();
    expect(retryPlan(request({ binding: 'HTTP+JSON' }))).toBeUndefined();
    expect(retryPlan(request({ operation: 'GetAgentCard' }))).toBeUndefined();
  });
});
