import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type AuthorizationServer,
  authorizationServer,
  browse,
  CLIENT_SECRET,
} from '../electron/engine/testing/authorization-server.ts';
import { type Guard, type GuardedAgent, startGuardedAgent } from './agents/guarded-agent.ts';
import { connect, openTab, send, waitForState } from './harness/actions.ts';
import { type Launched, launchLoupe } from './harness/launch.ts';

const TOKEN = 'tok-5d41402abc4b2a76b9719d911017c592';
const KEY = 'key-7d793037a0760186574b0282f2f435e7';
const PASSPHRASE = 'correct horse battery staple';

const bearer = { httpAuthSecurityScheme: { scheme: 'Bearer' } };
const apiKey = { apiKeySecurityScheme: { location: 'header', name: 'X-API-Key' } };
const takesToken: Guard['accepts'] = ({ headers }) => headers.authorization === `Bearer ${TOKEN}`;
const takesKey: Guard['accepts'] = ({ headers }) => headers['x-api-key'] === KEY;

let loupe: Launched;
let agent: GuardedAgent | undefined;
let tokens: AuthorizationServer | undefined;

beforeEach(async () => {
  loupe = await launchLoupe();
});

afterEach(async () => {
  await loupe?.close();
  await agent?.close();
  await tokens?.close();
  agent = undefined;
  tokens = undefined;
});

/** Connects to an agent with this guard and opens its Access tab. */
async function openAccess(guard: Guard): Promise<GuardedAgent> {
  agent = await startGuardedAgent(guard);
  await connect(loupe.page, agent.url);
  await openTab(loupe.page, 'access');
  await form().waitFor();
  return agent;
}

const form = () => loupe.page.getByTestId('access-form');
const secret = (name: string) => loupe.page.locator(`[data-testid=secret-input][data-name="${name}"]`);
const option = (id: string) => loupe.page.locator(`[data-testid=scheme-option][data-id="${id}"]`);
const formIn = (state: string) => loupe.page.locator(`[data-testid=access-form][data-state=${state}]`).waitFor();

/** Presses the first button of the form and waits until one more save went through. */
async function save(): Promise<void> {
  const before = await form().getAttribute('data-saves');
  await loupe.page.getByTestId('access-save').click();
  await loupe.page.locator(`[data-testid=access-form]:not([data-saves="${before}"])`).waitFor();
}

/** Everything the page holds that could be read out of it. */
const pageText = (): Promise<string> =>
  loupe.page.evaluate(() =>
    [document.documentElement.outerHTML, JSON.stringify(localStorage), JSON.stringify(sessionStorage)].join('\n'),
  );

/** Every file below the data folder that Loupe itself writes, as text. */
function written(folder = loupe.dataDir): string {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !/^(Cache|Code Cache|GPUCache|blob_storage|Dawn.*|Shared.*|Network)$/.test(name))
    .map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return written(path);
      return entry.isFile() && statSync(path).size < 5_000_000 ? readFileSync(path, 'latin1') : '';
    })
    .join('\n');
}

describe('signing in', () => {
  it('with a bearer token, from the refusal of a message to its answer', async () => {
    agent = await startGuardedAgent({
      securitySchemes: { token: bearer },
      securityRequirements: [{ schemes: { token: {} } }],
      accepts: takesToken,
    });
    const { page } = loupe;
    await connect(page, agent.url);
    await page.locator('[data-testid=badge][data-badge=auth][data-value=asked]').waitFor();
    await send(page, 'echo hello');
    await page.locator('[data-testid=event-row][data-kind=error]').click();
    await page.getByTestId('inspector').getByTestId('enter-credentials').click();
    await form().waitFor();
    await page.locator('[data-testid=access-refusal][data-status="401"]').waitFor();
    await expect.poll(() => option('token').getAttribute('aria-checked')).toBe('true');
    await secret('token').fill(TOKEN);
    // What is typed is in the field and nowhere else in the page.
    expect(await pageText()).not.toContain(TOKEN);
    await save();
    await page.locator('[data-testid=secret-held][data-name=token]').waitFor();
    // The same from the keyboard: the field goes, and the focus with it to what comes next.
    await page.getByTestId('secret-held').getByRole('button').click();
    await secret('token').fill(TOKEN);
    await page.keyboard.press('Enter');
    await page.locator('[data-testid=secret-held][data-name=token]').waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-testid')))
      .toBe('access-test');
    await page.getByTestId('access-test').click();
    await page.getByTestId('access-accepted').waitFor();
    await formIn('valid');
    await page.locator('[data-testid=badge][data-badge=auth][data-value=valid]').waitFor();
    await send(page, 'echo hello');
    await waitForState(page, 'TASK_STATE_COMPLETED');
    expect(agent.calls.at(-1)?.authorization).toBe(`Bearer ${TOKEN}`);
    expect(await pageText()).not.toContain(TOKEN);
    expect(written()).not.toContain(TOKEN);
  });

  it('with the API key of the card; a wrong one is explained', async () => {
    const { page } = loupe;
    await openAccess({
      securitySchemes: { token: bearer, key: apiKey },
      securityRequirements: [{ schemes: { token: {} } }, { schemes: { key: {} } }],
      accepts: takesKey,
      challenge: 'ApiKey realm="keys"',
    });
    await option('key').click();
    expect(await page.getByTestId('access-key-name').inputValue()).toBe('X-API-Key');
    expect(await page.getByTestId('access-key-name').getAttribute('data-from')).toBe('card');
    await page.getByTestId('access-save').click();
    await page.getByTestId('field-problem').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-name'))).toBe('value');
    await page.getByTestId('access-name').fill('Sandbox key');
    await secret('value').fill('not-the-key-at-all');
    await save();
    await page.getByTestId('access-test').click();
    await formIn('refused');
    const told = (await page.getByTestId('access-refusal').textContent()) ?? '';
    expect(told).toContain('Sandbox key');
    expect(told).toContain('realm="keys"');
    await page.getByTestId('secret-held').getByRole('button').click();
    await secret('value').fill(KEY);
    await save();
    await page.getByTestId('access-test').click();
    await page.getByTestId('access-accepted').waitFor();
    await formIn('valid');
    expect(await page.getByTestId('credential').count()).toBe(1);
  });

  it('with two schemes together, saved at once', async () => {
    const { page } = loupe;
    await openAccess({
      securitySchemes: { token: bearer, key: apiKey },
      securityRequirements: [{ schemes: { token: {}, key: {} } }],
      accepts: (request) => takesToken(request) && takesKey(request),
    });
    expect(await page.getByTestId('access-part').count()).toBe(2);
    await secret('token').fill(TOKEN);
    await secret('value').fill(KEY);
    await save();
    await page.getByTestId('access-test').click();
    await page.getByTestId('access-accepted').waitFor();
    expect(await page.locator('[data-testid=credential][data-used=true]').count()).toBe(2);
  });

  it('with a token from a token service, after a wrong secret', async () => {
    const { page } = loupe;
    tokens = await authorizationServer();
    const flow = { tokenUrl: `${tokens.issuer}/token`, scopes: { 'products:read': 'Read products' } };
    const { calls } = await openAccess({
      securitySchemes: { service: { oauth2SecurityScheme: { flows: { clientCredentials: flow } } } },
      securityRequirements: [{ schemes: { service: { list: ['products:read'] } } }],
      accepts: ({ headers }) => headers.authorization?.startsWith('Bearer ') === true,
    });
    expect(await page.getByTestId('access-token-url').inputValue()).toBe(flow.tokenUrl);
    expect(await page.getByTestId('other-origin').getAttribute('data-host')).toBe(new URL(tokens.issuer).host);
    await page.getByTestId('access-client-id').fill('machine-client');
    await secret('clientSecret').fill('wrong-secret-of-nobody');
    await save();
    await formIn('refused');
    await page.locator('[data-testid=auth-step][data-state=failed]').waitFor();
    expect(await page.getByTestId('access-answer').textContent()).toContain('invalid_client');
    await page.getByTestId('secret-held').getByRole('button').click();
    await secret('clientSecret').fill(CLIENT_SECRET);
    await save();
    await page.locator('[data-testid=sign-in][data-state=done]').waitFor();
    await formIn('valid');
    expect(await page.getByTestId('expires').textContent()).toMatch(/min/);
    await send(page, 'echo hello');
    await waitForState(page, 'TASK_STATE_COMPLETED');
    const shown = calls.at(-1)?.authorization ?? '';
    expect(shown).toMatch(/^Bearer .{20,}/);
    for (const value of [CLIENT_SECRET, shown.slice('Bearer '.length)]) {
      expect(await pageText()).not.toContain(value);
      expect(written()).not.toContain(value);
    }
    await openTabOf('access');
    await page.locator('[data-testid=auth-step][data-exchange] button').first().click();
    await page.locator('[data-testid=wire][data-state=open]').waitFor();
    await page.locator('[data-testid=exchange-row][data-operation=RequestToken]').first().waitFor();
  });

  it('with a code that is entered elsewhere', async () => {
    const { page } = loupe;
    tokens = await authorizationServer();
    const flow = {
      tokenUrl: `${tokens.issuer}/token`,
      deviceAuthorizationUrl: `${tokens.issuer}/device/auth`,
      scopes: { openid: '' },
    };
    await openAccess({
      securitySchemes: { service: { oauth2SecurityScheme: { flows: { deviceCode: flow } } } },
      securityRequirements: [{ schemes: { service: { list: ['openid'] } } }],
      accepts: ({ headers }) => headers.authorization?.startsWith('Bearer ') === true,
    });
    await page.getByTestId('access-client-id').fill('device');
    await save();
    const code = await page.getByTestId('user-code').textContent();
    await browse(`${tokens.issuer}/device?user_code=${code}`);
    await page.locator('[data-testid=sign-in][data-state=done]').waitFor({ timeout: 30_000 });
    await formIn('valid');
  });

  it('with addresses from a discovery document, in a browser', async () => {
    const { page, host } = loupe;
    tokens = await authorizationServer();
    const { issuer } = tokens;
    await openAccess({
      securitySchemes: {
        sso: { type: 'openIdConnect', openIdConnectUrl: `${issuer}/.well-known/openid-configuration` },
      },
      securityRequirements: [{ sso: ['products:read'] }],
      accepts: ({ headers }) => headers.authorization?.startsWith('Bearer ') === true,
    });
    expect(await page.getByTestId('access-discovery').getAttribute('data-from')).toBe('card');
    await page.getByTestId('access-discover').click();
    await page.locator('[data-testid=access-token-url][data-from=read]').waitFor();
    expect(await page.getByTestId('access-token-url').inputValue()).toBe(`${issuer}/token`);
    await page.getByTestId('access-client-id').fill('desktop');
    // Electron would open a browser of the system here.
    if (host === 'electron') return;
    await save();
    const address = await page.getByTestId('authorization-url').getAttribute('title');
    await browse(address ?? '');
    await page.locator('[data-testid=sign-in][data-state=done]').waitFor({ timeout: 30_000 });
    await formIn('valid');
    await page.getByTestId('held-menu').click();
    await page.locator('[data-menu=remove]').click();
    await page.getByTestId('confirm').click();
    await page.getByTestId('credential').waitFor({ state: 'detached' });
  });

  it('to an agent that hides its card', async () => {
    agent = await startGuardedAgent({ accepts: takesToken, hideCard: true });
    const { page } = loupe;
    const address = page.getByRole('textbox', { name: /address/i });
    await address.fill(agent.url);
    await address.press('Enter');
    await page.locator('[data-testid=agent-row][data-state=needs-access]').waitFor();
    await page.getByTestId('start').getByTestId('enter-credentials').click();
    await secret('token').fill(TOKEN);
    await save();
    await page.locator('[data-testid=agent-row][data-state=connected]').waitFor();
  });
});

/** Opens a tab of the agent, from wherever the window is. */
async function openTabOf(tab: string): Promise<void> {
  await loupe.page.getByTestId('agent-row').first().click();
  await openTab(loupe.page, tab);
}

describe('a card that leads to another origin', () => {
  it('is asked about, and the answer holds until it is forgotten', async () => {
    const { page } = loupe;
    const { calls, url, endpoint } = await openAccess({
      securitySchemes: { token: bearer },
      securityRequirements: [{ schemes: { token: {} } }],
      accepts: takesToken,
      elsewhere: 'card',
    });
    await secret('token').fill(TOKEN);
    await save();
    await send(page, 'echo hello');
    const consent = page.getByTestId('consent');
    await consent.waitFor();
    expect([await consent.getAttribute('data-from'), await consent.getAttribute('data-to')]).toEqual([url, endpoint]);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-testid')))
      .toBe('consent-cancel');
    await page.keyboard.press('Enter');
    await consent.waitFor({ state: 'detached' });
    expect(calls).toEqual([]);
    await send(page, 'echo hello');
    await page.getByTestId('consent-send').click();
    await waitForState(page, 'TASK_STATE_COMPLETED');
    expect(calls.at(-1)?.authorization).toBe(`Bearer ${TOKEN}`);
    await openTabOf('access');
    const row = page.locator(`[data-testid=consent-row][data-to="${endpoint}"][data-state=send]`);
    await row.getByTestId('consent-forget').click();
    await row.waitFor({ state: 'detached' });
    await send(page, 'echo hello');
    await page.getByTestId('consent-without').click();
    await expect.poll(() => calls.length).toBe(2);
    expect(calls.at(-1)?.authorization).toBeUndefined();
  });
});

describe('an answer that leads to another origin', () => {
  it('is asked about where it ended, and the message goes again with the answer', async () => {
    const { page } = loupe;
    const { calls, endpoint } = await openAccess({
      securitySchemes: { token: bearer },
      securityRequirements: [{ schemes: { token: {} } }],
      accepts: takesToken,
      elsewhere: 'redirect',
    });
    await secret('token').fill(TOKEN);
    await save();
    await send(page, 'echo hello');
    await page.getByTestId('consent-cancel').click();
    // Broken off, the question can be opened where the message ended.
    await openTab(page, 'conversation');
    await page.getByTestId('decide-consent').click();
    expect(await page.getByTestId('consent').getAttribute('data-because')).toBe('redirect');
    expect(await page.getByTestId('consent').getAttribute('data-to')).toBe(endpoint);
    expect(calls).toEqual([]);
    await page.getByTestId('consent-send').click();
    await waitForState(page, 'TASK_STATE_COMPLETED');
    expect(calls.at(-1)?.authorization).toBe(`Bearer ${TOKEN}`);
    await openTabOf('access');
    await page.getByTestId('consent-forget').click();
    await page.getByTestId('consent-row').waitFor({ state: 'detached' });
    await send(page, 'echo hello');
    await page.getByTestId('consent-without').click();
    await expect.poll(() => calls.length).toBe(2);
    expect(calls.at(-1)?.authorization).toBeUndefined();
  });
});

describe('the vault', () => {
  it('keeps a secret behind a passphrase over a restart, and forgets it', async () => {
    const { calls } = await openAccess({
      securitySchemes: { token: bearer },
      securityRequirements: [{ schemes: { token: {} } }],
      accepts: takesToken,
    });
    let { page } = loupe;
    await page.locator('[data-testid=vault-banner][data-state=session]').waitFor();
    expect(await page.getByTestId('rail-vault').getAttribute('data-state')).toBe('session');
    await page.getByTestId('vault-make').click();
    await secret('passphrase').fill('short');
    expect(await page.getByTestId('vault-submit').isDisabled()).toBe(true);
    await secret('passphrase').fill(PASSPHRASE);
    await secret('again').fill(PASSPHRASE);
    await page.getByTestId('vault-submit').click();
    await page.locator('[data-testid=rail-vault][data-state=file]').waitFor();
    expect(await page.getByTestId('access-keep').inputValue()).toBe('vault');
    await secret('token').fill(TOKEN);
    await save();
    await page.locator('[data-testid=credential][data-keep=vault]').waitFor();
    expect(written()).not.toContain(TOKEN);
    expect(written()).not.toContain(PASSPHRASE);

    page = await loupe.restart();
    await openTabOf('access');
    await page.locator('[data-testid=vault-banner][data-state=locked]').waitFor();
    await page.locator('[data-testid=credential][data-state=locked]').waitFor();
    await page.getByTestId('vault-unlock').click();
    await secret('passphrase').fill('not the passphrase');
    await page.getByTestId('vault-submit').click();
    await page.locator('[data-testid=error][data-for=vault]').waitFor();
    await secret('passphrase').fill(PASSPHRASE);
    await page.getByTestId('vault-submit').click();
    await page.locator('[data-testid=rail-vault][data-state=file]').waitFor();
    await page.getByTestId('access-test').click();
    await page.getByTestId('access-accepted').waitFor();
    expect(calls.at(-1)?.authorization).toBe(`Bearer ${TOKEN}`);

    await page.getByTestId('rail-vault').click();
    await page.getByTestId('vault-forget-all').click();
    await page.getByTestId('confirm').click();
    await page.locator('[data-testid=vault-settings][data-kept="0"]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('[data-testid=credential][data-state=enter-again]').waitFor();
    await secret('token').waitFor();
  });
});

describe('a task that waits for a sign-in', () => {
  it('leads to Access and goes on from there', async () => {
    const { page } = loupe;
    agent = await startGuardedAgent({ accepts: () => true });
    await connect(page, agent.url);
    await send(page, 'auth');
    await waitForState(page, 'TASK_STATE_AUTH_REQUIRED');
    await openTab(page, 'conversation');
    await page.getByTestId('open-access').click();
    await page.locator('[data-testid=access-task][data-state=waiting]').waitFor();
    await secret('token').fill(TOKEN);
    await save();
    await page.locator('[data-testid=access-task][data-state=ready]').waitFor();
    await page.getByTestId('access-task').getByTestId('continue-task').click();
    await waitForState(page, 'TASK_STATE_COMPLETED');
    await openTabOf('access');
    expect(await page.getByTestId('access-task').count()).toBe(0);
  });
});

describe('a secret', () => {
  it('shows itself only while the eye is held down', async () => {
    const { page } = loupe;
    await openAccess({ accepts: takesToken });
    await secret('token').fill(TOKEN);
    const eye = page.locator('.secret-eye');
    await eye.focus();
    await page.keyboard.down('Space');
    expect(await secret('token').getAttribute('type')).toBe('text');
    await page.keyboard.up('Space');
    expect(await secret('token').getAttribute('type')).toBe('password');
    await eye.hover();
    await page.mouse.down();
    expect(await secret('token').getAttribute('type')).toBe('text');
    await page.mouse.up();
    expect(await secret('token').getAttribute('type')).toBe('password');
  });

  it('is left out of an export, which says so before it is saved', async () => {
    const { page, host } = loupe;
    await openAccess({
      securitySchemes: { key: apiKey },
      securityRequirements: [{ schemes: { key: {} } }],
      accepts: takesKey,
    });
    await secret('value').fill(KEY);
    await save();
    await page.getByTestId('access-test').click();
    await page.getByTestId('access-accepted').waitFor();
    await page.keyboard.press('Control+s');
    await page.locator('[data-testid=share][data-state=ready]').waitFor();
    const left = page.locator('[data-testid=share-removed] [data-testid=share-item][data-where=header]');
    expect(await left.first().textContent()).toContain('X-API-Key');
    // Electron asks the person where to put it.
    if (host === 'electron') return;
    const download = page.waitForEvent('download');
    await page.getByTestId('share-save').click();
    expect(readFileSync(await (await download).path(), 'utf8')).not.toContain(KEY);
    await page.getByTestId('share').waitFor({ state: 'detached' });
  });
});
