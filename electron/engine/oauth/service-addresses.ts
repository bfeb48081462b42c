import type { Reply } from '../../../shared/lib/result.ts';
import { done, refused } from '../../../shared/lib/result.ts';
import { serviceAddress } from './address.ts';
import { discoveryView, fetchDocument } from './discovery.ts';
import type { AuthorizationServer } from './library.ts';
import { errorOf, failStep, type Run } from './run.ts';
import type { Service } from './service.ts';

type Endpoint = 'token_endpoint' | 'authorization_endpoint' | 'device_authorization_endpoint';

const WORDS: Record<Endpoint, string> = {
  token_endpoint: 'token address',
  authorization_endpoint: 'authorization address',
  device_authorization_endpoint: 'device authorization address',
};

/**
 * Finds out where the token service is. What was entered on the form wins over the discovery document; the document is
 * read whenever one is named, because it also tells the issuer.
 */
export async function locateService(run: Run, needs: readonly Endpoint[], refreshing = false): Promise<Reply<Service>> {
  const { scheme, log } = run;
  const entered: Partial<Record<Endpoint, string | undefined>> = {
    token_endpoint: (refreshing ? scheme.refreshUrl || scheme.tokenUrl : scheme.tokenUrl) || undefined,
    authorization_endpoint: scheme.authorizationUrl || undefined,
    device_authorization_endpoint: scheme.deviceAuthorizationUrl || undefined,
  };
  const complete = needs.every((name) => entered[name] !== undefined);
  let server: AuthorizationServer | undefined;
  if (scheme.metadataUrl && !(complete && refreshing)) {
    const step = log.step('Discovery document');
    const found = await fetchDocument(run.ports, run.agent, scheme.metadataUrl, run.signal);
    if ('server' in found) {
      server = found.server;
      step.set('ok', { answer: found.answer });
    } else {
      const { reply, answer } = found;
      const trouble = reply.ok ? undefined : reply.error;
      if (trouble) failStep(run, step, answer);
      if (!complete || run.signal.aborted || (trouble && errorOf(trouble) === 'wrong_issuer')) return reply;
    }
  }
  const filled = server === undefined ? {} : addressesOf(server);
  const located: Partial<Record<Endpoint, string>> = {};
  for (const name of needs) {
    const address = entered[name] ?? filled[name];
    if (address === undefined) {
      const where = scheme.metadataUrl ? 'The discovery document names none' : 'No discovery document is named either';
      return refused('bad-input', `The ${WORDS[name]} is missing. ${where}; enter it.`, { field: name });
    }
    const url = serviceAddress(address, WORDS[name]);
    if (typeof url === 'string') return refused('bad-input', url, { field: name });
    located[name] = url.href;
  }
  // The library asks for an issuer; without a document nothing is compared with it.
  const issuer = server?.issuer ?? new URL(located.token_endpoint as string).origin;
  return done({ server: { ...server, ...located, issuer }, issuerKnown: server !== undefined });
}

function addressesOf(server: AuthorizationServer): Partial<Record<Endpoint, string>> {
  const { tokenUrl, authorizationUrl, deviceAuthorizationUrl } = discoveryView(server);
  return {
    ...(tokenUrl && { token_endpoint: tokenUrl }),
    ...(authorizationUrl && { authorization_endpoint: authorizationUrl }),
    ...(deviceAuthorizationUrl && { device_authorization_endpoint: deviceAuthorizationUrl }),
  };
}
