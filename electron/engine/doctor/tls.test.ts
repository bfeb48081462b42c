import type * as tls from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import type { CertificateFact } from '../../../shared/contract/doctor.ts';
import { makeCertificate } from '../testing/certificates.ts';
import { agentListener, type Diagnosis, diagnose } from '../testing/doctor.ts';
import { testEngines } from '../testing/engines.ts';
import { startHttps, startProxy } from '../testing/secure-servers.ts';
import { startHttp, type TestServer } from '../testing/servers.ts';

const engines = testEngines();
const servers: TestServer[] = [];
const using = async <T extends TestServer>(server: Promise<T>): Promise<T> => {
  const started = await server;
  servers.push(started);
  return started;
};
afterEach(async () => {
  await engines.close();
  for (const server of servers.splice(0)) await server.close();
});
const start = () => engines.start({ env: {} });

const NAMES = ['localhost', '127.0.0.1'];
const authority = makeCertificate({ name: 'Test authority', authority: true });
const good = makeCertificate({ name: 'agent', names: NAMES, by: authority });
const client = makeCertificate({ name: 'caller', by: authority });

const serve = (options: tls.TlsOptions) => using(startHttps(options, agentListener()));
const withChain = ({ cert, key }: { cert: string; key: string }) => ({ cert: cert + authority.cert, key });
const ca = { tls: { ca: authority.cert } };
const chainOf = (report: Diagnosis) =>
  report.step('tls').facts.filter((fact): fact is CertificateFact => fact.kind === 'certificate');

describe('a certificate', () => {
  it('of an authority the agent was given is good, everywhere', async () => {
    const server = await serve(withChain(good));
    const report = await diagnose(await start(), server.url, ca);
    expect(report.verdicts).toMatchObject({ tls: 'ok', card: 'ok', endpoints: 'ok', call: 'ok' });
    expect(report.step('tls').message).toMatch(/^TLSv1\.[23]; the certificate is valid until \d{4}-\d\d-\d\d\.$/);
    const [own, above] = chainOf(report);
    expect(own).toMatchObject({ place: 0, subject: 'CN=agent', issuer: 'CN=Test authority', names: NAMES });
    expect(own?.fingerprint).toMatch(/^([0-9A-F]{2}:){31}/);
    expect(above).toMatchObject({ place: 1, subject: 'CN=Test authority', selfSigned: true });
  });

  it('of an unknown authority is refused, with the one thing to do', async () => {
    const server = await serve(withChain(good));
    const report = await diagnose(await start(), server.url);
    expect(report.verdicts).toMatchObject({ tcp: 'ok', tls: 'failed', card: 'skipped', call: 'skipped' });
    expect(report.step('tls').message).toContain('CN=Test authority, is not known');
    expect(report.step('tls').next).toContain('authority');
    expect(chainOf(report)).toHaveLength(2);
  });

  it.each([
    ['signed by itself', { name: 'self', names: NAMES }, {}, /signed by itself/],
    [
      'that has ended',
      { name: 'old', names: NAMES, by: authority, fromDays: -9, toDays: -2 },
      ca,
      /it ended on \d{4}-/,
    ],
    ['that is not valid yet', { name: 'new', names: NAMES, by: authority, fromDays: 2 }, ca, /not valid before \d{4}-/],
    [
      'for another name',
      { name: 'other', names: ['other.example'], by: authority },
      ca,
      /not for 127\.0\.0\.1, but for other\.example/,
    ],
  ])('%s is refused', async (_, wish, options, words) => {
    const server = await serve(makeCertificate(wish));
    const report = await diagnose(await start(), server.url, options);
    expect(report.step('tls')).toMatchObject({ verdict: 'failed', message: expect.stringMatching(words) });
    expect(report.step('tls').next).toBeTruthy();
    expect(report.verdicts.card).toBe('skipped');
  });

  it('with several faults gets a sentence with all of them', async () => {
    const server = await serve(makeCertificate({ name: 'worst', names: ['x.example'], fromDays: -9, toDays: -2 }));
    const { message } = (await diagnose(await start(), server.url)).step('tls');
    expect(message).toMatch(/ended on .*, it is not for 127\.0\.0\.1, but for x\.example and it is signed by itself/);
  });

  it('that cannot be verified is accepted for the agent that allows it, and stays a warning', async () => {
    const server = await serve(makeCertificate({ name: 'self', names: NAMES }));
    const report = await diagnose(await start(), server.url, { tls: { allowSelfSigned: true } });
    expect(report.verdicts).toMatchObject({ tls: 'warning', card: 'ok', endpoints: 'warning', call: 'ok' });
    expect(report.step('tls').message).toContain('accepted');
  });

  it('at another origin stays refused in spite of the exception, and says how to extend it', async () => {
    const elsewhere = await serve(makeCertificate({ name: 'self', names: NAMES }));
    const rpc = `${elsewhere.url}/rpc`;
    const own = await using(startHttps(makeCertificate({ name: 'own' }), agentListener({ rpc })));
    const engine = await start();
    const report = await diagnose(engine, own.url, { tls: { allowSelfSigned: true } });
    expect(report.verdicts).toMatchObject({ tls: 'warning', endpoints: 'failed', call: 'failed' });
    expect(report.interfaces?.[0]?.next).toContain('Name this endpoint');
    const named = await diagnose(engine, own.url, { endpoint: rpc, tls: { allowSelfSigned: true } });
    expect(named.verdicts).toMatchObject({ endpoints: 'warning', call: 'ok' });
  });

  it('that ends soon is a warning', async () => {
    const server = await serve(makeCertificate({ name: 'soon', names: NAMES, by: authority, toDays: 3 }));
    expect((await diagnose(await start(), server.url, ca)).step('tls')).toMatchObject({
      verdict: 'warning',
      message: expect.stringMatching(/ends in [23] days/),
    });
  });
});

describe('a server that wants a client certificate', () => {
  it.each(['TLSv1.2', 'TLSv1.3'] as const)('says so over %s, and is satisfied with one', async (version) => {
    const server = await serve({
      ...withChain(good),
      ca: authority.cert,
      requestCert: true,
      rejectUnauthorized: true,
      minVersion: version,
      maxVersion: version,
    });
    const engine = await start();
    const without = await diagnose(engine, server.url, ca);
    expect(without.step('tls')).toMatchObject({
      verdict: 'failed',
      message: expect.stringMatching(/client certificate/),
      next: expect.stringMatching(/Enter a client certificate/),
    });
    const options = { tls: { ca: authority.cert, cert: client.cert, key: client.key } };
    const given = await diagnose(engine, server.url, options);
    expect(given.verdicts).toMatchObject({ tls: 'ok', card: 'ok', call: 'ok' });
    const stranger = makeCertificate({ name: 'stranger' });
    const wrong = await diagnose(engine, server.url, {
      tls: { ...options.tls, cert: stranger.cert, key: stranger.key },
    });
    expect(wrong.step('tls').verdict).toBe('failed');
    expect(JSON.stringify([given, wrong])).not.toContain('PRIVATE KEY');
  });
});

describe('a port', () => {
  it('that speaks plain http is told from one with TLS', async () => {
    const plain = await using(startHttp(agentListener()));
    const report = await diagnose(await start(), plain.url.replace('http:', 'https:'));
    expect(report.step('tls')).toMatchObject({
      verdict: 'failed',
      message: expect.stringMatching(/does not speak TLS/),
    });
    const secure = await serve(withChain(good));
    const other = await diagnose(await start(), secure.url.replace('https:', 'http:'));
    expect(other.verdicts).toMatchObject({ tcp: 'ok', tls: 'skipped', card: 'failed' });
    expect(other.step('card').message).toMatch(/speaks TLS/);
  });
});

describe('a proxy', () => {
  it('is gone through with CONNECT, and the certificate is looked at inside', async () => {
    const server = await serve(withChain(good));
    const proxy = await using(startProxy('me:secret-word'));
    const url = proxy.url.replace('//', '//me:secret-word@');
    const report = await diagnose(await start(), server.url, { ...ca, proxy: { use: 'url', url } });
    expect(report.verdicts).toMatchObject({
      proxy: 'ok',
      dns: 'skipped',
      tcp: 'ok',
      tls: 'ok',
      card: 'ok',
      call: 'ok',
    });
    expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT 127.0.0.1:${server.port}`]));
    expect(JSON.stringify(report)).not.toContain('secret-word');
  });

  it('that wants a password is named', async () => {
    const server = await serve(withChain(good));
    const proxy = await using(startProxy('me:secret-word'));
    const report = await diagnose(await start(), server.url, { ...ca, proxy: { use: 'url', url: proxy.url } });
    expect(report.step('tcp')).toMatchObject({ verdict: 'failed', message: expect.stringMatching(/407/) });
    expect(report.verdicts).toMatchObject({ tls: 'skipped', card: 'skipped' });
  });
});
