import { afterEach, describe, expect, it } from 'vitest';
import { createDispatch } from './dispatch.ts';
import type { Handlers } from './handlers/handler.ts';
import { createMasking } from './masking/masking.ts';
import { SecretValues } from './secret-values.ts';
import { testEngines, value } from './testing/engines.ts';

const engines = testEngines();
afterEach(() => engines.close());

describe('dispatch', () => {
  it.each([
    ['app.nothing', {}, 'app.nothing'],
    ['toString', {}, 'toString'],
    ['agents.add', {}, 'url'],
    ['agents.add', null, 'agents.add'],
    ['entries.read', { session: 's', seqs: Array.from({ length: 501 }, () => 1) }, 'seqs'],
    ['calls.start', { agent: 'a', operation: 'Nothing', request: {} }, 'operation'],
    ['agents.add', { url: 'ftp://x' }, 'http'],
  ])('refuses %s with a wrong input as bad-input', async (name, input, words) => {
    const engine = await engines.start();
    const reply = await engine.dispatch(name, input);
    expect(reply).toMatchObject({ ok: false, error: { code: 'bad-input' } });
    expect(reply.ok ? '' : reply.error.message).toContain(words);
  });

  it.each([
    ['card.get', { agent: 'nobody' }],
    ['calls.start', { agent: 'nobody', operation: 'GetTask', request: {} }],
    ['calls.outcome', { exchange: 7 }],
    ['calls.abort', { exchange: 7 }],
    ['sessions.open', { session: '../../etc/passwd' }],
    ['sessions.export', { session: 'nothing' }],
    ['sessions.rename', { session: 'nothing', title: 'x' }],
    ['sessions.remove', { session: 'nothing' }],
    ['entries.get', { session: 'nothing', seq: 1 }],
  ])('answers %s about nothing with not-found', async (name, input) => {
    const engine = await engines.start();
    expect(await engine.dispatch(name, input)).toMatchObject({ ok: false, error: { code: 'not-found' } });
  });

  it('turns a bug into an internal error with its message', async () => {
    const secrets = new SecretValues();
    const handlers = {
      'app.info': () => {
        throw new Error('something broke');
      },
    } as unknown as Handlers;
    const reply = await createDispatch(handlers, { secrets, masking: createMasking(secrets) })('app.info', {});
    expect(reply).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(reply.ok ? '' : reply.error.message).toContain('something broke');
  });

  it('says what a host cannot do', async () => {
    const engine = await engines.start();
    for (const [name, input] of [
      ['agents.sample', {}],
      ['sessions.import', {}],
      ['links.open', { url: 'https://example.com/' }],
    ] as const) {
      expect(await engine.dispatch(name, input)).toMatchObject({ ok: false, error: { code: 'not-supported' } });
    }
    expect(await engine.dispatch('links.open', { url: 'file:///etc/passwd' })).toMatchObject({
      error: { code: 'bad-input' },
    });
  });
});

describe('settings', () => {
  it('keep their values, refuse wrong ones, and survive a restart and a broken file', async () => {
    const dataDir = engines.folder();
    const first = await engines.start({ dataDir });
    value(await first.call('settings.set', { key: 'theme', value: 'dark' }));
    value(await first.call('settings.set', { key: 'requestTimeoutMs', value: 1234 }));
    expect((await first.call('settings.set', { key: 'requestTimeoutMs', value: 'soon' })).ok).toBe(false);
    await first.close();
    const second = await engines.start({ dataDir });
    expect(value(await second.call('settings.get', {}))).toMatchObject({ theme: 'dark', requestTimeoutMs: 1234 });
    await second.close();

    const { writeFileSync, readFileSync, readdirSync } = await import('node:fs');
    writeFileSync(`${dataDir}/settings.json`, '{"theme": "da');
    const third = await engines.start({ dataDir });
    expect(value(await third.call('settings.get', {})).theme).toBeUndefined();
    const kept = readdirSync(dataDir).find((name) => name.startsWith('settings.json.'));
    expect(readFileSync(`${dataDir}/${kept}`, 'utf8')).toBe('{"theme": "da');
  });
});
