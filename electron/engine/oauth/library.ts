/**
 * oauth4webapi makes the requests of OAuth 2.0 and OpenID Connect and checks their answers: state and issuer of a redirect
 * (RFC 9207), the claims of an ID token, the shape of grants, device codes and documents. It was chosen because it is a
 * certified OpenID relying party without dependencies, does no I/O of its own (`customFetch`), and runs on Node 16 with the
 * three globals of `runtime.ts`. What it leaves to its caller is done here: waiting, explaining refusals, and reading
 * answers that are close to the standards (`grant-answer.ts`).
 */
import './runtime.ts';

export {
  AuthorizationResponseError,
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type Client,
  type ClientAuth,
  calculatePKCECodeChallenge,
  clientCredentialsGrantRequest,
  customFetch,
  deviceAuthorizationRequest,
  deviceCodeGrantRequest,
  expectNoNonce,
  generateRandomCodeVerifier,
  generateRandomNonce,
  generateRandomState,
  processAuthorizationCodeResponse,
  processClientCredentialsResponse,
  processDeviceAuthorizationResponse,
  processDeviceCodeResponse,
  processDiscoveryResponse,
  processRefreshTokenResponse,
  refreshTokenGrantRequest,
  type TokenEndpointResponse,
  validateAuthResponse,
} from 'oauth4webapi';
