import { describe, expect, it } from 'vitest';
import { done } from '../../shared/lib/result.ts';
import { comingEngine, type PageEngine } from './coming-engine.ts';

function setUp() {
  const heard: string[] = [];
  const engine: PageEngine = {
    dispatch: async (name, input, signal) => done({ name, input, aborted: signal?.aborted === true }),
    openFeed(request, sink) {
      heard.push(`open ${request.session}`);
      sink({ session: request.session, rows: [], last: 0 });
      return { ack: (seq) => heard.push(`ack ${seq}`), close: () => heard.push('close') };
    },
  };
  let come: (engine: PageEngine) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const coming = new Promise<PageEngine>((resolve, reject) => {
    come = resolve;
    fail = reject;
  });
  return { heard, pages: comingEngine(coming), come: () => come(engine), fail: () => fail(new Error('no disk')) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('an engine that is being made', () => {
  it('gets the calls that were made meanwhile', async () => {
    const { pages, come } = setUp();
    const abort = new AbortController();
    const early = pages.dispatch('app.info', { a: 1 }, abort.signal);
    abort.abort();
    come();
    expect(await early).toEqual(done({ name: 'app.info', input: { a: 1 }, aborted: true }));
    expect(await pages.dispatch('later', {})).toEqual(done({ name: 'later', input: {}, aborted: false }));
  });

  it('gets the feeds that were not closed again, with what was acknowledged', async () => {
    const { pages, come, heard } = setUp();
    const batches: string[] = [];
    const kept = pages.openFeed({ session: 'kept', after: 0 }, ({ session }) => batches.push(session));
    const closed = pages.openFeed({ session: 'closed', after: 0 }, ({ session }) => batches.push(session));
    kept.ack(4);
    closed.close();
    come();
    await turn();
    kept.ack(7);
    kept.close();
    expect(heard).toEqual(['open kept', 'ack 4', 'ack 7', 'close']);
    expect(batches).toEqual(['kept']);
  });

  it('refuses calls when it did not come about', async () => {
    const { pages, fail, heard } = setUp();
    const early = pages.dispatch('app.info', {});
    pages.openFeed({ session: 'kept', after: 0 }, () => undefined).ack(1);
    fail();
    expect(await early).toMatchObject({ ok: false, error: { code: 'internal', detail: 'Error: no disk' } });
    expect(heard).toEqual([]);
  });
});
