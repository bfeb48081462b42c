import { describe, expect, it } from 'vitest';
import type { Entry, SessionHeader } from '../../shared/model/entry.ts';
import { BUILT_IN_LENSES } from './lenses/lens-set.ts';
import { createMasking } from './masking/masking.ts';
import { SecretValues } from './secret-values.ts';
import { Session } from './session.ts';
import { harOf } from './wire-export.ts';

const header: SessionHeader = {
  format: 'loupe-session',
  version: 2,
  app: '0',
  session: 's',
  started: '2026-01-01T00:00:00Z',
};

const masking = createMasking(new SecretValues());

/** A session of one exchange with so many frames. */
function sessionOf(frames: number, ended: boolean): Session {
  const entries: Entry[] = [
    {
      seq: 1,
      at: 0,
      kind: 'request',
      exchange: 1,
      agent: 'a',
      operation: 'SubscribeToTask',
      method: 'POST',
      url: 'http://h.example/',
      headers: [],
      body: { bytes: 2, text: '{}' },
    },
  ];
  const text = `: ${'x'.repeat(100)}\n\n`;
  for (let seq = 2; seq < frames + 2; seq++)
    entries.push({ seq, at: seq, kind: 'frame', exchange: 1, framing: 'sse', body: { bytes: text.length, text } });
  if (ended) {
    entries.push({ seq: frames + 2, at: 0, kind: 'end', exchange: 1, cause: 'complete', timings: {}, bytes: 1 });
  }
  const session = new Session(header, BUILT_IN_LENSES, false);
  session.source = { entry: async (index) => entries[index], lines: async () => undefined, read: () => undefined };
  for (const entry of entries) session.push(entry);
  return session;
}

describe('an archive', () => {
  it.each([true, false])('is refused above its limit, exchange ended: %s', async (ended) => {
    expect(await harOf(sessionOf(10, ended), '0', masking, undefined, 10_000)).toMatchObject({ ok: true });
    const refusal = await harOf(sessionOf(1_000, ended), '0', masking, undefined, 10_000);
    expect(refusal).toMatchObject({ ok: false, error: { code: 'not-supported' } });
  });

  it('is not made for nobody', async () => {
    const stop = new AbortController();
    stop.abort();
    expect(await harOf(sessionOf(1, true), '0', masking, stop.signal)).toMatchObject({
      ok: false,
      error: { code: 'aborted' },
    });
  });
});
