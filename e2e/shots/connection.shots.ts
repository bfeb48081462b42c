import { afterAll, beforeAll, it } from 'vitest';
import { makeCertificate } from '../../electron/engine/testing/certificates.ts';
import { agentListener, jsonRpc } from '../../electron/engine/testing/doctor.ts';
import { startHttps } from '../../electron/engine/testing/secure-servers.ts';
import { startHttp, type TestServer } from '../../electron/engine/testing/servers.ts';
import { openTab } from '../harness/actions.ts';
import type { Launched } from '../harness/launch.ts';
import { type Peer, startPeer } from '../harness/peer.ts';
import { type SizeName, takeShots } from '../harness/shots.ts';

const sizes: SizeName[] = ['usual', 'narrow'];
const authority = makeCertificate({ name: 'Example Test Authority', authority: true });
const certificate = makeCertificate({
  name: 'agent',
  names: ['agent.example', '10.0.0.7'],
  by: authority,
  toDays: -2,
  fromDays: -90,
});
let peer: Peer;
let secure: TestServer;
let odd: TestServer;

beforeAll(async () => {
  peer = await startPeer();
  secure = await startHttps({ cert: certificate.cert + authority.cert, key: certificate.key }, agentListener());
  odd = await startHttp((request, response) => {
    const { host } = request.headers;
    const supportedInterfaces = [
      jsonRpc(`http://${host}/rpc`),
      { url: 'http://agent-service:8080/', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
      { url: '0.0.0.0:9', protocolBinding: 'GRPC', protocolVersion: '1.0' },
    ];
    agentListener({ card: { supportedInterfaces } })(request, response);
  });
});
afterAll(async () => {
  await peer.close();
  await secure.close();
  await odd.close();
});

/** Adds an agent, whether or not it can be reached, and opens its Connection tab. */
async function open({ page }: Launched, url: string): Promise<void> {
  const address = page.getByRole('textbox', { name: /address/i });
  await address.fill(url);
  await address.press('Enter');
  const row = page.getByTestId('agent-row').first();
  await row.waitFor();
  await page.locator('[data-testid=agent-row]:not([data-state=connecting])').waitFor();
  await row.click();
  await openTab(page, 'connection');
}

async function test(loupe: Launched, url: string): Promise<void> {
  await open(loupe, url);
  await loupe.page.getByTestId('doctor-start').click();
  await loupe.page.locator('[data-testid=doctor][data-state=done]').waitFor();
}

it('connection, not tested', () => takeShots('connection-idle', (loupe) => open(loupe, peer.url), { sizes }));

it('connection in order', () =>
  takeShots('connection-ok', (loupe) => test(loupe, peer.url), { sizes: [...sizes, 'smallest'] }));

it('connection with what was entered', () =>
  takeShots(
    'connection-options',
    async (loupe) => {
      await open(loupe, secure.url);
      const options = loupe.page.getByTestId('options');
      await options.getByTestId('allow-self-signed').getByText('Accept').click();
      await options.getByRole('radio', { name: 'PEM' }).click();
      await options.getByTestId('option-cert').getByRole('textbox').fill(certificate.cert);
      await options.getByTestId('option-key').getByRole('textbox').fill(certificate.key);
      await options.getByRole('button', { name: 'Add a line' }).click();
      await options.getByRole('textbox', { name: 'Name' }).fill('Authorization');
      await options.getByRole('textbox', { name: 'Value' }).fill('Bearer example');
      await loupe.page.getByTestId('options-save').click();
      await loupe.page.locator('[data-testid=agent-row][data-state=connected]').waitFor();
      await options.getByText('Saved.').waitFor();
      await options.getByTestId('option-headers').scrollIntoViewIfNeeded();
    },
    { sizes },
  ));

it('connection with a bad certificate', () =>
  takeShots(
    'connection-tls',
    async (loupe) => {
      await test(loupe, secure.url);
      const options = loupe.page.getByTestId('options');
      await options.getByTestId('option-ca').getByRole('textbox').fill(authority.cert);
      await options.getByTestId('allow-self-signed').getByText('Accept').click();
      await options.getByRole('radio', { name: 'PEM' }).click();
      await options.getByTestId('option-cert').getByRole('textbox').fill(authority.cert);
      await options.getByTestId('option-key').getByRole('textbox').fill(certificate.key);
      await options.getByTestId('field-problem').waitFor();
    },
    { sizes },
  ));

it('connection with odd endpoints', () =>
  takeShots('connection-endpoints', (loupe) => test(loupe, odd.url), { sizes }));

it('card after the test', () =>
  takeShots(
    'card-tested',
    async (loupe) => {
      await test(loupe, odd.url);
      await openTab(loupe.page, 'card');
      await loupe.page.locator('[data-testid=interface-row][data-state=ok]').waitFor();
    },
    { sizes: ['usual'] },
  ));
