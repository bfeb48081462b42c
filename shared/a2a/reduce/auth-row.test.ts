import { describe, expect, it } from 'vitest';
import type { AuthStepName } from '../../model/credential.ts';
import type { Entry, HeaderLines } from '../../model/entry.ts';
import { createFold } from './fold.ts';

const JSON_TYPE: HeaderLines = [['Content-Type', 'application/json']];

/** The rows of one exchange with a token service. */
function rowsOf(operation: AuthStepName, form: string, status: number, answer: string | undefined) {
  const fold = createFold();
  const body = (text: string) => ({ bytes: text.length, text });
  const url = 'https://login.example/tasks/7/token?tenant=a';
  const entries: Entry[] = [
    {
      seq: 1,
      at: 0,
      kind: 'request',
      exchange: 1,
      agent: 'a',
      operation,
      method: 'POST',
      url,
      headers: [],
      body: body(form),
    },
    {
      seq: 2,
      at: 5,
      kind: 'head',
      exchange: 1,
      status,
      statusText: '',
      httpVersion: '1.1',
      headers: JSON_TYPE,
      timings: {},
    },
    ...(answer === undefined
      ? []
      : [{ seq: 3, at: 5, kind: 'frame', exchange: 1, framing: 'body', body: body(answer) } as const]),
    {
      seq: 4,
      at: 6,
      kind: 'end',
      exchange: 1,
      cause: answer === undefined ? 'reset' : 'complete',
      timings: {},
      bytes: 0,
    },
  ];
  return entries.map((entry) => fold.push(entry));
}

describe('rows of an exchange with a token service', () => {
  it('stay in their lane, and name no task', () => {
    const folded = rowsOf(
      'RequestToken',
      'grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&client_id=x',
      200,
      '{"access_token":"••••","token_type":"Bearer","expires_in":3600,"scope":"a b"}',
    );
    expect(folded.map(({ row }) => [row.lane, row.kind, row.name, row.text])).toEqual([
      ['auth', 'request', 'RequestToken', 'POST login.example/tasks/7/token · device_code'],
      ['auth', 'response', 'application/json', '200 · application/json'],
      ['auth', 'result', 'result', 'Bearer · expires_in 3600 · scope a b'],
      ['auth', 'end', 'complete', ''],
    ]);
    expect(folded.every(({ row, issues }) => row.task === undefined && issues.length === 0)).toBe(true);
  });

  it('take "not yet" for an answer like any other', () => {
    const rows = rowsOf('RequestToken', '', 400, '{"error":"authorization_pending"}').map(({ row }) => row);
    expect(rows.map(({ lane }) => lane)).toEqual(['auth', 'auth', 'auth', 'auth']);
    expect(rows[2]).toMatchObject({ kind: 'result', name: 'authorization_pending' });
  });

  it.each([
    [
      '{"error":"invalid_client","error_description":"Client authentication failed"}',
      'invalid_client · Client authentication failed',
    ],
    ['<html>', '401 · <html>'],
  ])('tell a refusal once: %s', (answer, text) => {
    const folded = rowsOf('RefreshToken', '', 401, answer);
    expect(folded.map(({ row }) => row.lane)).toEqual(['auth', 'auth', 'error', 'auth']);
    expect(folded[2]?.row).toMatchObject({ kind: 'error', text });
    expect(folded[2]?.reading).toMatchObject({ type: 'error', error: { httpStatus: 401, message: text } });
  });

  it('tell a connection that broke', () => {
    const rows = rowsOf('DiscoverAuthorization', '', 200, undefined).map(({ row }) => row);
    expect(rows[2]).toMatchObject({ kind: 'end', lane: 'error', name: 'reset' });
  });

  it('are joined by notes of the sign-in', () => {
    const detail = { message: 'Waiting for the browser.' };
    const { row } = createFold().push({ seq: 1, at: 0, kind: 'note', agent: 'a', what: 'auth', detail });
    expect(row).toMatchObject({ lane: 'auth', kind: 'note', name: 'auth', agent: 'a', text: detail.message });
  });
});
