import { oauthBench, schemeOf, untilView } from './oauth.ts';

/** Gets tokens in every way, in a process of its own. Prints the addresses to open, and at the end what came out. */
async function main([issuer = '', clientSecret = '']: string[]): Promise<void> {
  const bench = await oauthBench();
  const metadataUrl = issuer;
  const machine = bench.signIn(schemeOf({ metadataUrl }), { clientSecret });
  const results = [(await machine.done).ok];
  const scopes = ['openid'];
  const code = bench.signIn(
    schemeOf({ metadataUrl, scopes, flow: 'authorizationCode', clientId: 'desktop', clientAuth: 'none' }),
  );
  const open = await untilView(code, ({ authorizationUrl }) => authorizationUrl !== undefined);
  process.stdout.write(`open ${open.authorizationUrl}\n`);
  const granted = await code.done;
  results.push(granted.ok && granted.value.idToken !== undefined);
  const globals = ['fetch', 'structuredClone'].filter((name) => name in globalThis);
  process.stdout.write(`${JSON.stringify({ results, globals })}\n`);
  await bench.close();
}

void main(process.argv.slice(1));
