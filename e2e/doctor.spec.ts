import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeCertificate } from '../electron/engine/testing/certificates.ts';
import { agentListener } from '../electron/engine/testing/doctor.ts';
import { startHttps } from '../electron/engine/testing/secure-servers.ts';
import { startHttp, type TestServer } from '../electron/engine/testing/servers.ts';
import { connect, openTab } from './harness/actions.ts';
import { type Launched, launchLoupe } from './harness/launch.ts';
import { type Peer, startPeer } from './harness/peer.ts';

const authority = makeCertificate({ name: 'Test authority', authority: true });
const good = makeCertificate({ name: 'agent', names: ['127.0.0.1'], by: authority });
const client = makeCertificate({ name: 'caller', by: authority });

let loupe: Launched;
let peer: Peer | undefined;
let server: TestServer | undefined;

beforeEach(async () => {
  loupe = await launchLoupe();
});

afterEach(async () => {
  await loupe?.close();
  await peer?.close();
  await server?.close();
  peer = undefined;
  server = undefined;
  expect(loupe?.problems ?? []).toEqual([]);
});

/** Adds an agent that may not be reachable, and opens its Connection tab. */
async function openConnection(url: string, state = 'unreachable'): Promise<void> {
  const { page } = loupe;
  const address = page.getByRole('textbox', { name: /address/i });
  await address.fill(url);
  await address.press('Enter');
  await page.locator(`[data-testid=agent-row][data-state=${state}]`).click();
  await openTab(page, 'connection');
}

/** Runs the test and hands back the verdict of every step. The report of an earlier run stands until the new one begins. */
async function runDoctor(): Promise<Record<string, string | null>> {
  const { page } = loupe;
  const earlier = await page.getByTestId('doctor').getAttribute('data-started');
  await page.getByTestId('doctor-start').click();
  await page.locator(`[data-testid=doctor][data-state=done]:not([data-started="${earlier ?? ''}"])`).waitFor();
  const pairs = await page
    .getByTestId('doctor-step')
    .evaluateAll((steps) => steps.map((step) => [step.getAttribute('data-step'), step.getAttribute('data-state')]));
  return Object.fromEntries(pairs);
}

const step = (id: string) => loupe.page.locator(`[data-testid=doctor-step][data-step=${id}]`);

describe('the connection test', () => {
  it('passes an agent in order, shows its evidence, and marks the interfaces on the card', async () => {
    peer = await startPeer();
    const { page } = loupe;
    await connect(page, peer.url);
    await openTab(page, 'connection');
    await page.locator('[data-testid=empty][data-for=doctor]').waitFor();
    const verdicts = await runDoctor();
    expect(Object.entries(verdicts).filter(([, verdict]) => verdict !== 'ok')).toEqual([['tls', 'skipped']]);
    expect(Object.keys(verdicts)).toHaveLength(11);
    await step('card').getByRole('button').first().click();
    expect(await step('card').textContent()).toContain('/.well-known/agent-card.json');
    expect(await page.getByTestId('negotiated').getAttribute('data-version')).toBe('1.0');
    await openTab(page, 'card');
    await page.locator('[data-testid=interface-row][data-used=true][data-state=ok]').waitFor();
    expect(await page.locator('[data-testid=interface-row][data-state=untested]').count()).toBe(0);
  });

  it('names a certificate that cannot be verified, and what is entered about it takes effect', async () => {
    server = await startHttps(
      {
        cert: good.cert + authority.cert,
        key: good.key,
        ca: authority.cert,
        requestCert: true,
        rejectUnauthorized: true,
      },
      agentListener(),
    );
    const { page } = loupe;
    await openConnection(server.url);
    expect(await runDoctor()).toMatchObject({ tcp: 'ok', tls: 'failed', card: 'skipped', call: 'skipped' });
    expect(await page.getByTestId('certificate').first().textContent()).toContain('CN=agent');
    expect(await step('tls').getByTestId('doctor-next').textContent()).toMatch(/client certificate|authority/);

    const options = page.getByTestId('options');
    await options.getByTestId('option-ca').getByRole('textbox').fill(authority.cert);
    await options.getByText('CN=Test authority').waitFor();
    await options.getByRole('radio', { name: 'PEM' }).click();
    await options.getByTestId('option-cert').getByRole('textbox').fill(client.cert);
    await options.getByTestId('option-key').getByRole('textbox').fill(good.key);
    await options.getByTestId('field-problem').waitFor();
    expect(await options.getByTestId('field-problem').textContent()).toMatch(/does not belong/);
    await options.getByTestId('option-key').getByRole('textbox').fill(client.key);
    await options.getByTestId('field-problem').waitFor({ state: 'detached' });
    await page.getByTestId('options-save').click();
    await page.locator('[data-testid=agent-row][data-state=connected]').waitFor();
    await page.locator('[data-testid=options][data-state=saved]').waitFor();
    // The key is not shown again.
    expect(await options.getByTestId('option-key').getByRole('textbox').count()).toBe(0);
    expect(await runDoctor()).toMatchObject({ tls: 'ok', card: 'ok', call: 'ok' });
  });

  it('keeps a banner while certificates are not verified', async () => {
    server = await startHttps(makeCertificate({ name: 'self' }), agentListener());
    const { page } = loupe;
    await openConnection(server.url);
    const allow = page.getByTestId('allow-self-signed').getByText('Accept certificates');
    await allow.click();
    await page.getByTestId('options-save').click();
    await page.locator('[data-testid=agent-row][data-state=connected]').waitFor();
    await page.getByTestId('unverified-banner').waitFor();
    await openTab(page, 'card');
    await page.getByTestId('unverified-banner').waitFor();
    await page.getByTestId('unverified-banner').getByRole('button').click();
    await allow.click();
    await page.getByTestId('options-save').click();
    await page.locator('[data-testid=agent-row][data-state=unreachable]').waitFor();
    expect(await page.getByTestId('unverified-banner').count()).toBe(0);
  });

  it('can be stopped while an agent keeps it waiting', async () => {
    server = await startHttp(() => undefined);
    const { page } = loupe;
    await openConnection(server.url, 'connecting');
    await page.getByTestId('doctor-start').click();
    await page.locator('[data-testid=doctor-step][data-step=card][data-state=running]').waitFor();
    await page.getByTestId('doctor-stop').click();
    await page.locator('[data-testid=doctor][data-state=stopped]').waitFor();
    expect(await step('tcp').getAttribute('data-state')).toBe('ok');
    expect(await step('call').getAttribute('data-state')).toBe('skipped');
  });
});
