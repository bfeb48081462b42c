import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { AgentOptions } from '../../shared/contract/views.ts';
import { MASK } from './mask.ts';
import { testEngines, value } from './testing/engines.ts';
import { type GuardedAgent, startGuarded } from './testing/guarded.ts';

const engines = testEngines();
let agent: GuardedAgent | undefined;
afterEach(async () => {
  await engines.close();
  await agent?.close();
});

const KEY = 'key-in-the-address';

describe('a secret in an address', () => {
  it('is used, shown and kept masked, and has to be entered again after a restart', async () => {
    agent = await startGuarded();
    const url = `${agent.url}/.well-known/agent-card.json?api_key=${KEY}`;
    const masked = url.replace(KEY, MASK);
    const dataDir = engines.folder();
    const endpoint = `${agent.url}/rpc?access_token=${KEY}`;
    const first = await engines.start({ env: {}, dataDir });
    const view = value(await first.call('agents.add', { url, options: { endpoint } }));
    expect(view).toMatchObject({
      url: masked,
      connection: 'connected',
      options: { endpoint: endpoint.replace(KEY, MASK) },
    });
    expect(agent.got.every(({ target }) => target.includes(KEY))).toBe(true);
    // What a page has of it is the same agent, and changes nothing.
    const same = value(await first.call('agents.add', { url: view.url, options: view.options }));
    expect(same).toMatchObject({ id: view.id, connection: 'connected' });
    await first.close();
    expect(fs.readFileSync(join(dataDir, 'agents.json'), 'utf8')).not.toContain(KEY);

    const second = await engines.start({ env: {}, dataDir });
    const sent = agent.got.length;
    const refused = await second.call('card.fetch', { agent: view.id });
    expect(refused).toMatchObject({ ok: false, error: { code: 'auth', message: expect.stringMatching(/address/) } });
    expect(agent.got).toHaveLength(sent);
    const again = value(await second.call('agents.add', { url, options: { endpoint } }));
    expect(again).toMatchObject({ id: view.id, connection: 'connected' });
  });

  it('comes back from the vault when that is opened', async () => {
    agent = await startGuarded();
    const url = `${agent.url}/.well-known/agent-card.json?api_key=${KEY}`;
    const dataDir = engines.folder();
    const first = await engines.start({ env: {}, dataDir });
    value(await first.call('vault.unlock', { passphrase: 'a long passphrase', create: true }));
    const { id } = value(await first.call('agents.add', { url, options: { endpoint: `${agent.url}/rpc?sig=${KEY}` } }));
    await first.close();
    const second = await engines.start({ env: {}, dataDir });
    expect((await second.call('card.fetch', { agent: id })).ok).toBe(false);
    value(await second.call('vault.unlock', { passphrase: 'a long passphrase' }));
    value(await second.call('card.fetch', { agent: id }));
    expect(agent.got[agent.got.length - 1]?.target).toContain(KEY);
  });
});

describe('a header line that holds a known secret under a plain name', () => {
  it('survives being shown masked and handed back', async () => {
    agent = await startGuarded();
    const engine = await engines.start({ env: {} });
    const options: AgentOptions = { headers: [['X-Plain', `before ${KEY} after`]] };
    const { id } = value(await engine.call('agents.add', { url: agent.url, options }));
    value(await engine.call('access.save', { agent: id, scheme: { type: 'bearer' }, secrets: { token: KEY } }));
    const [view] = value(await engine.call('agents.list', {}));
    expect(view?.options.headers).toEqual([['X-Plain', `before ${MASK} after`]]);
    value(await engine.call('agents.update', { agent: id, options: view?.options ?? {} }));
    value(await engine.call('card.fetch', { agent: id }));
    expect(agent.got[agent.got.length - 1]?.headers['x-plain']).toBe(`before ${KEY} after`);
  });
});
