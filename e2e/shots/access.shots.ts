import { afterAll, beforeAll, it } from 'vitest';
import {
  type AuthorizationServer,
  authorizationServer,
  CLIENT_SECRET,
} from '../../electron/engine/testing/authorization-server.ts';
import { type GuardedAgent, startGuardedAgent } from '../agents/guarded-agent.ts';
import { connect, openTab, send } from '../harness/actions.ts';
import type { Launched } from '../harness/launch.ts';
import { type SizeName, takeShots } from '../harness/shots.ts';

const sizes: SizeName[] = ['usual', 'narrow'];
let tokens: AuthorizationServer;
let seller: GuardedAgent;
let plain: GuardedAgent;
let long: GuardedAgent;
let elsewhere: GuardedAgent;

beforeAll(async () => {
  tokens = await authorizationServer();
  const scopes = { 'products:read': 'Read products', 'media_buys:write': 'Buy media', 'reports:read': '' };
  const tokenUrl = `${tokens.issuer}/token`;
  const securitySchemes = {
    seller: {
      oauth2SecurityScheme: {
        flows: {
          clientCredentials: { tokenUrl, scopes },
          authorizationCode: { tokenUrl, authorizationUrl: `${tokens.issuer}/auth`, scopes },
          deviceCode: { tokenUrl, deviceAuthorizationUrl: `${tokens.issuer}/device/auth`, scopes },
        },
      },
    },
    key: { apiKeySecurityScheme: { location: 'header', name: 'X-API-Key' } },
    both: { httpAuthSecurityScheme: { scheme: 'Bearer' } },
  };
  const securityRequirements = [
    { schemes: { seller: { list: ['products:read'] } } },
    { schemes: { key: {} } },
    { schemes: { key: {}, both: {} } },
  ];
  const bearer = {
    accepts: (request: { headers: { authorization?: string } }) => /^Bearer /.test(request.headers.authorization ?? ''),
  };
  seller = await startGuardedAgent({ name: 'Media seller', securitySchemes, securityRequirements, ...bearer });
  plain = await startGuardedAgent({ name: 'Open agent', accepts: () => true });
  const wide = {
    'ключ-доступа-к-рекламной-площадке': {
      apiKeySecurityScheme: {
        location: 'header',
        name: 'X-Advertising-Platform-Subscription-Key-Of-The-Whole-Organization',
        description: 'Выдаётся администратором организации по запросу; действует один календарный год со дня выдачи.',
      },
    },
    認証: { openIdConnectSecurityScheme: { openIdConnectUrl: `${tokens.issuer}/.well-known/openid-configuration` } },
  };
  long = await startGuardedAgent({
    name: '株式会社サンプル広告配信プラットフォーム入札最適化エージェント（検証環境）',
    securitySchemes: wide,
    securityRequirements: [{ schemes: { 'ключ-доступа-к-рекламной-площадке': {} } }, { schemes: { 認証: {} } }],
    ...bearer,
  });
  elsewhere = await startGuardedAgent({
    name: 'Media seller',
    securitySchemes: { both: securitySchemes.both },
    securityRequirements: [{ schemes: { both: {} } }],
    elsewhere: 'card',
    ...bearer,
  });
});
afterAll(async () => {
  await Promise.all([seller, plain, long, elsewhere].map((agent) => agent?.close()));
  await tokens?.close();
});

async function open(loupe: Launched, agent: GuardedAgent): Promise<void> {
  await connect(loupe.page, agent.url);
  await openTab(loupe.page, 'access');
  await loupe.page.getByTestId('access-form').waitFor();
}

const fillClient = async ({ page }: Launched, secret: string): Promise<void> => {
  await page.getByTestId('access-client-id').fill('machine-client');
  await page.locator('[data-testid=secret-input][data-name=clientSecret]').fill(secret);
  await page.getByTestId('access-save').click();
};

it('access, prefilled', () =>
  takeShots('access-prefilled', (loupe) => open(loupe, seller), { sizes: [...sizes, 'smallest'] }));

it('access, refused secret', () =>
  takeShots(
    'access-refused',
    async (loupe) => {
      await open(loupe, seller);
      await fillClient(loupe, 'wrong');
      await loupe.page.locator('[data-testid=sign-in][data-state=failed]').waitFor();
    },
    { sizes },
  ));

it('access, signed in', () =>
  takeShots(
    'access-valid',
    async (loupe) => {
      await open(loupe, seller);
      await fillClient(loupe, CLIENT_SECRET);
      await loupe.page.locator('[data-testid=sign-in][data-state=done]').waitFor();
      await loupe.page.locator('[data-testid=access-form][data-state=valid]').waitFor();
    },
    { sizes },
  ));

it('access, device code', () =>
  takeShots(
    'access-device',
    async (loupe) => {
      await open(loupe, seller);
      await loupe.page.locator('[data-testid=scheme-option][data-id="seller:deviceCode"]').click();
      await loupe.page.getByTestId('access-client-id').fill('device');
      for (const name of ['products:read']) await loupe.page.getByText(name, { exact: true }).click();
      await loupe.page.getByTestId('access-save').click();
      await loupe.page.getByTestId('user-code').waitFor();
    },
    { sizes },
  ));

it('access, two schemes together', () =>
  takeShots(
    'access-and',
    async (loupe) => {
      await open(loupe, seller);
      await loupe.page.locator('[data-testid=scheme-option][data-id="key+both"]').click();
      await loupe.page.getByTestId('access-save').click();
      await loupe.page.getByTestId('field-problem').first().waitFor();
    },
    { sizes },
  ));

it('access, by hand', () =>
  takeShots(
    'access-other',
    async (loupe) => {
      await open(loupe, plain);
      await loupe.page.getByTestId('access-kind').selectOption('oauth2');
      await loupe.page.getByText('More about this client').click();
    },
    { sizes },
  ));

it('access, long names', () =>
  takeShots(
    'access-long',
    async (loupe) => {
      await open(loupe, long);
      await loupe.page.locator('[data-testid=secret-input]').fill('k');
      await loupe.page.getByTestId('access-save').click();
      await loupe.page.locator('[data-testid=access-form]:not([data-saves="0"])').waitFor();
      await loupe.page.getByTestId('access-test').click();
      await loupe.page.locator('[data-testid=access-form][data-state=refused]').waitFor();
    },
    { sizes },
  ));

it('consent', () =>
  takeShots(
    'consent',
    async (loupe) => {
      await open(loupe, elsewhere);
      await loupe.page.locator('[data-testid=secret-input]').fill('t');
      await loupe.page.getByTestId('access-save').click();
      await loupe.page.locator('[data-testid=access-form]:not([data-saves="0"])').waitFor();
      await send(loupe.page, 'echo hello');
      await loupe.page.getByTestId('consent').waitFor();
    },
    { sizes },
  ));

it('share', () =>
  takeShots('share', async (loupe) => {
    await open(loupe, seller);
    await loupe.page.locator('[data-testid=scheme-option][data-id="key"]').click();
    await loupe.page.locator('[data-testid=secret-input]').fill('abc-def-ghi');
    await loupe.page.getByTestId('access-save').click();
    await loupe.page.locator('[data-testid=access-form]:not([data-saves="0"])').waitFor();
    await loupe.page.getByTestId('access-test').click();
    await loupe.page.locator('[data-testid=access-form][data-state=refused]').waitFor();
    await loupe.page.keyboard.press('Control+s');
    await loupe.page.locator('[data-testid=share]:not([data-state=loading])').waitFor();
  }));

it('settings of the vault', () =>
  takeShots('vault-settings', async (loupe) => {
    await open(loupe, plain);
    await loupe.page.getByTestId('rail-vault').click();
    await loupe.page.getByTestId('vault-settings').waitFor();
  }));

it('sign-in for a task', () =>
  takeShots(
    'access-task',
    async (loupe) => {
      await connect(loupe.page, plain.url);
      await send(loupe.page, 'auth');
      await openTab(loupe.page, 'conversation');
      await loupe.page.getByTestId('open-access').click();
      await loupe.page.getByTestId('access-task').waitFor();
    },
    { sizes },
  ));
