import type { Reply } from '../../../shared/lib/result.ts';
import type { Asked } from './explain.ts';
import { clientCredentialsGrantRequest, processClientCredentialsResponse } from './library.ts';
import { parametersOf } from './parameters.ts';
import type { Run } from './run.ts';
import { clientAuthOf, clientOf } from './service.ts';
import { locateService } from './service-addresses.ts';
import { askForToken } from './token-step.ts';
import type { TokenSet } from './types.ts';

/** RFC 6749 §4.4. */
export async function clientCredentials(run: Run): Promise<Reply<TokenSet>> {
  const { scheme, secrets } = run;
  const service = await locateService(run, ['token_endpoint']);
  if (!service.ok) return service;
  const { server } = service.value;
  const client = clientOf(scheme);
  const asked: Asked = { what: 'clientCredentials', secret: secrets.clientSecret !== undefined, ...askedOf(run) };
  return askForToken(run, service.value, asked, {
    operation: 'RequestToken',
    request: (options) =>
      clientCredentialsGrantRequest(
        server,
        client,
        clientAuthOf(scheme, secrets.clientSecret),
        parametersOf(scheme),
        options,
      ),
    check: (response) => processClientCredentialsResponse(server, client, response),
  });
}

/** What goes into the explanation of a refusal. */
export const askedOf = ({ scheme }: Run): Pick<Asked, 'scopes' | 'resource'> => ({
  scopes: scheme.scopes,
  ...(scheme.resource && { resource: scheme.resource }),
});
