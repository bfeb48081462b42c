import type { OAuthScheme } from '../../../shared/model/credential.ts';

/** What every request about a grant says of the token that is wanted (RFC 6749 §3.3, RFC 8707 §2). */
export function parametersOf({ scopes, resource, audience }: OAuthScheme): Record<string, string> {
  return { ...(scopes.length > 0 && { scope: scopes.join(' ') }), ...targetOf({ resource, audience }) };
}

/** Whom the token is for, without its scopes: those are settled once the person agreed. */
export const targetOf = ({
  resource,
  audience,
}: {
  resource: string | undefined;
  audience: string | undefined;
}): Record<string, string> => ({ ...(resource && { resource }), ...(audience && { audience }) });
