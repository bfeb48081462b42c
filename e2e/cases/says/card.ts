import { MASK } from '../../../shared/lib/mask.ts';
import type { ClientSide } from '../case-file.ts';
import { show } from '../checks/check.ts';
import { appears, onCard, reads, within } from './page.ts';
import { holds, type Sayings } from './saying.ts';
import { callsOf, headerOf } from './wire.ts';

export const cardSayings: Sayings = {
  'card-01': {
    "the card named 'Older Agent' is shown": async (run) =>
      reads(within((await run.window()).page, 'card-page'), 'Older Agent'),
    'the first card request is for /.well-known/agent-card.json and the second for /.well-known/agent.json': ({
      log,
    }) => {
      const paths = log.map(({ path }) => path);
      const wanted = ['/.well-known/agent-card.json', '/.well-known/agent.json'];
      return holds(show(paths.slice(0, 2)) === show(wanted), `the paths are ${show(paths)}`);
    },
    'a notice names the older path': async (run) =>
      reads(within((await run.window()).page, 'card-page').locator('[data-source=agent-json]'), 'agent.json'),
  },
  'card-02': {
    'the decoy card at the root is never shown as the connected agent': async (run) => [
      ...holds(!run.log.some(({ path }) => path === '/.well-known/agent-card.json'), 'the card at the root was read'),
      ...(await reads(within((await run.window()).page, 'card-page'), '/agents/alpha/')),
      ...(await reads(within((await run.window()).page, 'agent-row'), 'Alpha')),
    ],
  },
  'card-05': {
    'the message names path as a possible cause besides credentials': async (run) =>
      reads(within((await run.window()).page, 'error'), /path/),
  },
  'card-07': {
    'after an endpoint override to {{ORIGIN}}/ the next request goes there': async (run) => {
      const settings = { ...run.file.given.client.settings, endpoint: `${run.places.origin}/` };
      const { log } = await run.again({ settings });
      return holds(
        log.some(({ method, path }) => method === 'POST' && path === '/'),
        `the agent received ${show(log.map(({ method, path }) => `${method} ${path}`))}`,
      );
    },
  },
  'card-08': {
    'no request with Authorization reaches listener b until the user confirms': async ({
      log,
      played,
      places,
      again,
      file,
    }) => {
      const onB = log.filter(({ listener }) => listener === 'b');
      const { settings } = file.given.client;
      const reaches = async (change: Partial<ClientSide>) => {
        const then = (await again(change)).log.filter(({ listener }) => listener === 'b');
        return then.some((request) => headerOf(request, 'authorization').length > 0);
      };
      const [asked] = played.asked;
      return [
        ...holds(asked?.to === places.originPlain && asked.from === places.origin, `asked was ${show(asked)}`),
        ...holds(onB.length > 0, 'no request reached listener b'),
        ...holds(!onB.some((request) => headerOf(request, 'authorization').length > 0), 'it reached listener b'),
        ...holds(await reaches({ consent: 'send' }), 'it is withheld although the person allowed it'),
        ...holds(
          await reaches({ settings: { ...settings, endpoint: `${places.originPlain}/` } }),
          'it is withheld although the person named this address',
        ),
      ];
    },
  },
  'card-13': {
    'interfaces 1 and 2 are listed as not supported by this tool': async (run) => {
      const rows = within(await onCard(run), 'interface-row');
      await rows.first().waitFor();
      const texts = await rows.allTextContents();
      return holds(
        texts.length === 3 && texts.slice(0, 2).every((text) => /does not speak/.test(text)),
        `the rows are ${show(texts)}`,
      );
    },
  },
  'card-16': {
    'the refresh request carries If-None-Match: "v7"': ({ log }) => {
      const got = headerOf(log[log.length - 1] ?? { ...noRequest }, 'if-none-match');
      return holds(got.length === 1 && got[0] === '"v7"', `it carries ${show(got)}`);
    },
    "the card panel says 'not modified'": async (run) => {
      const { page } = await run.window();
      return reads(within(page, 'card-fetched', '[data-state=unchanged]'), /not modified/);
    },
  },
  'card-20': {
    "without the key configured the state is 'not checked', not 'invalid'": async (run) => {
      const { played } = await run.again({ settings: {} });
      const { page } = await run.window();
      return [
        ...holds(played.card?.signatures[0]?.state === 'cannot-check', show(played.card?.signatures)),
        ...(await reads(within(page, 'signature', '[data-state=cannot-check]'), /Not checked/)),
      ];
    },
  },
  'card-21': {
    'the card is displayed': async (run) => {
      const { page } = await run.window();
      return appears(within(page, 'card-page', '[data-state=ready]').getByText('Signed').first(), 'the card');
    },
    'stored credentials are not sent to the advertised endpoint without confirmation': async ({ again, file }) => {
      const { played } = await again({
        steps: [...file.given.client.steps, { do: 'send', text: 'hello' }],
        auth: { type: 'bearer', token: 'kept-for-one-origin' },
      });
      const called = played.entries.flatMap(({ entry }) =>
        entry.kind === 'request' && entry.operation === 'SendMessage' ? [entry] : [],
      );
      return [
        ...holds(called.length > 0, 'no message was sent'),
        ...holds(
          called.every(({ headers }) => !headers.some(([name]) => name.toLowerCase() === 'authorization')),
          'they were sent',
        ),
      ];
    },
  },
  'card-26': {
    'the body of both POSTs is identical': ({ log }) => {
      const bodies = log.filter(({ method }) => method === 'POST').map(({ body }) => body);
      return holds(bodies.length === 2 && bodies[0] === bodies[1], `the bodies are ${show(bodies)}`);
    },
    'the log shows one redirect hop': (run) => {
      const sent = run.played.entries.filter(({ entry }) => entry.kind === 'request' && entry.method === 'POST');
      const exchanges = new Set(sent.map(({ row }) => row.exchange));
      return holds(sent.length === 2 && exchanges.size === 1, `${sent.length} requests in ${exchanges.size} exchanges`);
    },
  },
  'auth-02': {
    'exactly one Authorization header is sent': ({ log }) => {
      const counts = callsOf(log, 'SendMessage').map((request) => headerOf(request, 'authorization').length);
      return holds(counts.length > 0 && counts.every((count) => count === 1), `the counts are ${show(counts)}`);
    },
  },
  'auth-13': {
    'after allowing this origin the card named Fixture Agent loads': async ({ again, places }) => {
      const { played } = await again({ settings: { allowSelfSignedFor: places.origin } });
      return holds(played.card?.card.name === 'Fixture Agent', `it came to ${show(played.steps[0]?.outcome.error)}`);
    },
    'another origin with a bad certificate is still refused': async ({ again, places }) => {
      const { played } = await again({ settings: { allowSelfSignedFor: places.originB } });
      return holds(played.steps[0]?.outcome.error?.layer === 'tls', `it came to ${show(played.steps[0]?.outcome)}`);
    },
  },
  'auth-18': {
    "the key is masked in the request log's URL": ({ played, log, file }) => {
      const key = file.given.client.auth?.value ?? '';
      const calls = played.entries.flatMap(({ entry }) =>
        entry.kind === 'request' && entry.operation === 'SendMessage' ? [entry.url] : [],
      );
      return [
        ...holds(
          callsOf(log, 'SendMessage').every(({ target }) => target.includes(key)),
          'the key was not sent',
        ),
        ...holds(calls.length > 0 && calls.every((url) => url.includes(`key=${MASK}`)), `the log has ${show(calls)}`),
        ...holds(!JSON.stringify(played.entries).includes(key), 'the key is somewhere in the log'),
      ];
    },
  },
  'auth-19': {
    "the card panel shows the extended name 'Extended Fixture'": async (run) => {
      return reads(within(await onCard(run), 'card-page'), 'Extended Fixture');
    },
  },
};

const noRequest = { listener: '', method: '', target: '', path: '', headers: [], body: '', route: null, t: 0 };
