import { isObject } from '../../../shared/lib/json.ts';
import { done, type Reply, refused } from '../../../shared/lib/result.ts';
import { needsRefresh } from '../oauth/expiry.ts';
import type { OAuth, OAuthCredential, TokenAgent, TokenSet } from '../oauth/types.ts';
import type { CredentialRecord, Credentials } from './credentials.ts';
import type { SecretRecord, SecretValues } from './seams.ts';

export interface TokensOptions {
  credentials: Credentials;
  oauth: OAuth;
  secrets: Pick<SecretValues, 'add'>;
}

/** A credential whose secret is a token that somebody grants. */
export type TokenRecord = CredentialRecord & OAuthCredential;

export const isTokenRecord = (record: CredentialRecord): record is TokenRecord => record.scheme.type === 'oauth2';

/** Whether its token was answered with 401 the last time; 403 is no reason for another one. */
const wasRefused = ({ lastUse, trouble }: TokenRecord): boolean => lastUse === 'refused' && trouble?.httpStatus === 401;

const isOver = ({ expires }: TokenRecord): boolean => expires !== undefined && Date.parse(expires) <= Date.now();

/** Whether a new token can be had without a person. */
export const isRenewable = (record: TokenRecord, secrets: SecretRecord | undefined): boolean =>
  record.scheme.flow === 'clientCredentials' || Boolean(secrets?.refreshToken);

/** Keeps access tokens fresh. Whoever needs one at the same time shares one request for it. */
export class Tokens {
  readonly #options: TokensOptions;
  readonly #running = new Map<string, Promise<Reply<SecretRecord>>>();

  constructor(options: TokensOptions) {
    this.#options = options;
  }

  /**
   * The secrets of a credential with a token that can be used now: refreshed when it is about to expire or was refused.
   * A refresh that fails leaves a token that has not expired yet in use.
   */
  async usable(record: TokenRecord, agent: TokenAgent): Promise<Reply<SecretRecord | undefined>> {
    const running = this.#running.get(record.id);
    if (running) return running;
    const secrets = this.#options.credentials.secretsOf(record.id);
    if (!secrets.ok) return secrets;
    if (!isRenewable(record, secrets.value)) return this.#unlessExpired(record, secrets.value);
    const held = secrets.value?.accessToken;
    if (held !== undefined && !wasRefused(record) && !needsRefresh(record.expires, Date.now())) return secrets;
    const renewed = await this.renew(record, agent, held);
    if (renewed.ok || held === undefined || isOver(record)) return renewed;
    return secrets;
  }

  /** Gets a new token, unless somebody did so since `refused` was read. */
  renew(record: TokenRecord, agent: TokenAgent, refusedToken: string | undefined): Promise<Reply<SecretRecord>> {
    const { id } = record;
    let running = this.#running.get(id);
    if (!running) {
      running = this.#renew(record, agent, refusedToken).finally(() => this.#running.delete(id));
      this.#running.set(id, running);
    }
    return running;
  }

  /** Keeps what a token service granted. */
  async keep(record: TokenRecord, tokens: TokenSet): Promise<Reply<SecretRecord>> {
    const { credentials, secrets } = this.#options;
    const { accessToken, refreshToken, idToken, expires, granted } = tokens;
    secrets.add(...[accessToken, refreshToken, idToken].filter((value) => value !== undefined));
    const known = credentials.secretsOf(record.id);
    const { clientSecret } = (known.ok && known.value) || {};
    const next: Record<string, string> = {
      ...(clientSecret !== undefined && { clientSecret }),
      accessToken,
      ...(refreshToken !== undefined && { refreshToken }),
      ...(idToken !== undefined && { idToken }),
    };
    const { expires: _, granted: __, lastUse: ___, trouble: ____, ...rest } = credentials.get(record.id) ?? record;
    const saved = await credentials.save({ ...rest, ...(expires && { expires }), ...(granted && { granted }) }, next);
    // Memory has it even when the disk does not.
    return saved.ok || saved.error.code === 'storage' ? done(next) : saved;
  }

  async #renew(record: TokenRecord, agent: TokenAgent, refusedToken: string | undefined): Promise<Reply<SecretRecord>> {
    const { credentials, oauth } = this.#options;
    const secrets = credentials.secretsOf(record.id);
    if (!secrets.ok) return secrets;
    const held = secrets.value?.accessToken;
    if (held !== undefined && secrets.value && held !== refusedToken) return done(secrets.value);
    const granted = await oauth.refresh(record, secrets.value ?? {}, agent);
    if (granted.ok) return this.keep(record, granted.value);
    const { error } = granted;
    const now = credentials.get(record.id);
    if (now && error.code === 'auth') {
      // A refresh token that was refused for good would only be refused again.
      const { refreshToken: _, ...rest } = secrets.value ?? {};
      const over = isObject(error.detail) && error.detail.expired === true && secrets.value;
      await credentials.save(
        { ...now, trouble: { code: error.code, message: error.message } },
        over ? rest : undefined,
      );
    }
    return refused(error.code, `The token of “${record.name}” could not be refreshed: ${error.message}`, error.detail);
  }

  #unlessExpired(record: TokenRecord, secrets: SecretRecord | undefined): Reply<SecretRecord | undefined> {
    if (secrets?.accessToken === undefined || !isOver(record)) return done(secrets);
    return refused('auth', `The token of “${record.name}” has expired. Sign in again under Access; nothing was sent.`);
  }
}
