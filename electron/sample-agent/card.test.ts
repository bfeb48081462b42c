import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SampleAgent, startSampleAgent } from './index.ts';
import { chooseScenario } from './scenarios/index.ts';
import { fetchText, RpcClient } from './test-client.ts';

let agent: SampleAgent;
let cardUrl: string;
beforeAll(async () => {
  agent = await startSampleAgent({ pace: 0 });
  cardUrl = `${agent.url}/.well-known/agent-card.json`;
});
afterAll(() => agent.close());

async function readCard(version?: string) {
  const answer = await fetchText(cardUrl, { headers: version ? { 'A2A-Version': version } : {} });
  return JSON.parse(answer.text);
}

describe('card', () => {
  it('lists both versions at one address in the 1.0 shape, and nothing of 0.3', async () => {
    const card = await readCard('1.0');
    const url = `${agent.url}/a2a`;
    expect(card.supportedInterfaces).toEqual([
      { url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      { url, protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
    ]);
    expect(card.capabilities).toMatchObject({ streaming: true, pushNotifications: false, extendedAgentCard: true });
    expect(card.capabilities.extensions).toHaveLength(1);
    expect(card).not.toHaveProperty('url');
    expect(card).not.toHaveProperty('protocolVersion');
    expect(card).not.toHaveProperty('documentationUrl');
  });

  it('has the pure 0.3 shape for A2A-Version: 0.3', async () => {
    const card = await readCard('0.3');
    expect(card).toMatchObject({
      protocolVersion: '0.3.0',
      url: `${agent.url}/a2a`,
      preferredTransport: 'JSONRPC',
      supportsAuthenticatedExtendedCard: true,
    });
    expect(card).not.toHaveProperty('supportedInterfaces');
    expect(card.capabilities).not.toHaveProperty('extendedAgentCard');
  });

  it('can be read by clients of either version when none is named', async () => {
    const card = await readCard();
    expect(card.supportedInterfaces).toHaveLength(2);
    expect(card.url).toBe(`${agent.url}/a2a`);
  });

  it('has a digest for each shape, and 304 for the one that is known', async () => {
    const first = await fetchText(cardUrl, { headers: { 'A2A-Version': '1.0' } });
    expect(first.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'public, max-age=60',
      vary: 'A2A-Version',
    });
    const etag = String(first.headers.etag);
    const again = (tag: string, version: string) =>
      fetchText(cardUrl, { headers: { 'A2A-Version': version, 'If-None-Match': tag } });
    expect(await again(etag, '1.0')).toMatchObject({ status: 304, text: '', headers: { etag } });
    expect((await again(`"other", W/${etag}`, '1.0')).status).toBe(304);
    expect((await again(etag, '0.3')).status).toBe(200);
    expect((await again('"other"', '1.0')).status).toBe(200);
  });

  it('answers HEAD without a body and refuses other verbs', async () => {
    expect(await fetchText(cardUrl, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
    const post = await fetchText(cardUrl, { method: 'POST' });
    expect(post).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
    expect((await fetchText(`${agent.url}/.well-known/agent.json`)).status).toBe(404);
  });

  it('refuses a host name that is not loopback', async () => {
    expect((await fetchText(cardUrl, { headers: { Host: 'agent.example' } })).status).toBe(403);
    expect((await fetchText(cardUrl, { headers: { Host: `localhost:${agent.port}` } })).status).toBe(200);
  });

  it('gives examples that start the scenarios they stand for', async () => {
    const { skills } = await readCard('1.0');
    for (const { id, examples } of skills) {
      expect([1, 2]).toContain(examples.length);
      for (const text of examples) {
        const { scenario } = chooseScenario({ messageId: 'm', role: 'ROLE_USER', parts: [{ text }] });
        expect(scenario.words.length > 0, `${id}: ${text}`).toBe(id !== 'small-task');
      }
    }
  });

  it('has one skill more when extended, in the shape of the caller', async () => {
    const plain = await readCard('1.0');
    const extended = await new RpcClient(agent.url, '1.0').result<typeof plain>('GetExtendedAgentCard');
    expect(extended.skills.slice(0, -1)).toEqual(plain.skills);
    expect(extended.skills[extended.skills.length - 1].id).toBe('runtime');
    expect({ ...extended, skills: [] }).toEqual({ ...plain, skills: [] });
    const old = await new RpcClient(agent.url, null).result('agent/getAuthenticatedExtendedCard');
    expect(old).toMatchObject({ protocolVersion: '0.3.0', skills: extended.skills });
  });
});
