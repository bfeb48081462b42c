import { afterEach, describe, expect, it } from 'vitest';
import { REDIRECT_LIMIT } from '../limits.ts';
import { testClient } from '../testing/exchange.ts';
import { startHttp } from '../testing/servers.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});
const setUp = async (...args: Parameters<typeof startHttp>) => {
  const server = await startHttp(...args);
  const client = testClient();
  open.push(server, client);
  return { server, client };
};

describe('a redirect', () => {
  it('with 307 keeps method and body, and every hop is reported', async () => {
    const { server, client } = await setUp((request, response) => {
      if (request.url === '/calc') {
        response.writeHead(307, { Location: '/calc/' }).end('moved');
        return;
      }
      request.on('data', (body) => response.end(`${request.method} ${body}`));
    });
    const seen = await client.run({ url: `${server.url}/calc`, body: '{"a":1}' });
    expect(seen.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `POST ${server.url}/calc`,
      `POST ${server.url}/calc/`,
    ]);
    expect(seen.heads.map(({ status }) => status)).toEqual([307, 200]);
    expect(seen.body).toBe('POST {"a":1}');
  });

  it('with 302 is not followed for a POST', async () => {
    const { server, client } = await setUp((_, response) => response.writeHead(302, { Location: '/other' }).end());
    const seen = await client.run({ url: server.url, body: '{}' });
    expect(seen.requests).toHaveLength(1);
    expect(seen.end.error?.message).toContain('/other');
  });

  it('to another origin is reported and not followed', async () => {
    let reached = 0;
    const { server: other } = await setUp((_, response) => {
      reached += 1;
      response.end();
    });
    const { server, client } = await setUp((_, response) => response.writeHead(301, { Location: other.url }).end());
    const seen = await client.run({ url: server.url, headers: [['Authorization', 'Bearer secret-token']] });
    expect(reached).toBe(0);
    expect(seen.end).toMatchObject({ cause: 'refused', error: { code: 'http' } });
    expect(seen.end.error?.message).toContain(other.url);
  });

  it('in a circle ends at the limit', async () => {
    let asked = 0;
    const { server, client } = await setUp((_, response) => {
      asked += 1;
      response.writeHead(302, { Location: '/again' }).end();
    });
    const seen = await client.run({ url: server.url });
    expect(asked).toBe(REDIRECT_LIMIT + 1);
    expect(seen.end.error?.message).toContain(String(REDIRECT_LIMIT));
  });
});
