import { describe, expect, it } from 'vitest';
import { proxyOfEnvironment, proxyOfSystem, readProxy } from './proxy.ts';

describe('the address of a proxy', () => {
  it('is read with and without a scheme, credentials apart', () => {
    expect(readProxy('proxy.example:3128', 'x')).toEqual({
      host: 'proxy.example',
      port: 3128,
      authority: 'proxy.example:3128',
      from: 'x',
    });
    expect(readProxy('http://u:p%40ss@[::1]:8080/', 'x')).toMatchObject({
      host: '::1',
      authority: '[::1]:8080',
      authorization: `Basic ${Buffer.from('u:p@ss').toString('base64')}`,
    });
    expect(readProxy('http://proxy.example', 'x')).toMatchObject({ port: 80 });
  });

  it.each([
    ['socks5://a:1', /socks5/],
    ['https://a:1', /https/],
    ['  ', /missing/],
    ['http://a:1/path', /no path/],
    ['http://:99999', /no address/],
  ])('%j is refused with a reason', (text, words) => expect(readProxy(text, 'x')).toMatch(words));
});

describe('the environment', () => {
  const find = (url: string, env: Record<string, string>) => proxyOfEnvironment(new URL(url), env);
  const env = {
    HTTPS_PROXY: 'http://s:1',
    http_proxy: 'http://p:2',
    NO_PROXY: '.internal, exact.example:8443 10.0.0.0/8',
  };

  it('names a proxy per scheme, or one for all', () => {
    expect(find('https://a.example/', env)).toEqual({ url: 'http://s:1', from: 'HTTPS_PROXY' });
    expect(find('http://a.example/', env)).toEqual({ url: 'http://p:2', from: 'http_proxy' });
    expect(find('http://a.example/', { ALL_PROXY: 'x:1' })).toEqual({ url: 'x:1', from: 'ALL_PROXY' });
    expect(find('http://a.example/', { https_proxy: 'x:1' })).toBeUndefined();
  });

  it.each([
    ['https://a.internal/', true],
    ['https://internal/', true],
    ['https://notinternal/', false],
    ['https://exact.example:8443/', true],
    ['https://exact.example/', false],
    ['https://sub.exact.example:8443/', true],
    ['https://10.1.2.3/', true],
    ['https://11.1.2.3/', false],
    ['https://localhost:1/', true],
    ['https://127.0.0.2/', true],
    ['https://127.agent.example/', false],
    ['https://[::1]:9/', true],
  ])('%s is reached directly: %s', (url, direct) => {
    const found = find(url, env);
    expect(found !== undefined && 'bypass' in found).toBe(direct);
  });

  it('knows the star', () => expect(find('http://a/', { http_proxy: 'x:1', no_proxy: '*' })).toHaveProperty('bypass'));
});

describe('the answer of an operating system', () => {
  it.each([
    ['DIRECT', undefined],
    ['', undefined],
    ['PROXY p.example:8080; DIRECT', 'http://p.example:8080'],
    ['SOCKS5 s.example:1080', 'socks5://s.example:1080'],
  ])('%j is %j', (answer, url) => expect(proxyOfSystem(answer)).toBe(url));
});
