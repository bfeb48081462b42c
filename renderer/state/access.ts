import { createStore, useStore } from 'zustand';
import type { CredentialView, SignInView, VaultView } from '../../shared/contract/access.ts';
import type { InputOf } from '../../shared/contract/procedures.ts';
import type { Reply } from '../../shared/lib/result.ts';
import { ask, call } from './bridge.ts';
import { queryClient } from './queries.ts';
import { goTo } from './selection.ts';

/** Why somebody came to the Access tab: a task that waits until its person has signed in. */
export interface AccessWish {
  agent: string;
  /** Name of the scheme on the card that was asked for. */
  scheme?: string;
  task?: { agent: string; task: string; context?: string };
  /** What the agent said about it. */
  text?: string;
}

const store = createStore<{ wish?: AccessWish }>(() => ({}));

export const useAccessWish = (agent: string): AccessWish | undefined =>
  useStore(store, ({ wish }) => (wish?.agent === agent ? wish : undefined));

/** Opens the Access tab of an agent. */
export function openAccess(agent: string, wish: Omit<AccessWish, 'agent'> = {}): void {
  store.setState({ wish: Object.keys(wish).length > 0 ? { agent, ...wish } : undefined }, true);
  goTo({ kind: 'agent', agent }, 'access');
}

export const dropAccessWish = (): void => store.setState({}, true);

/** What has to be asked for again once credentials or their store have changed. */
export function refreshAccess(): void {
  for (const queryKey of [['access'], ['vault'], ['agents']]) void queryClient.invalidateQueries({ queryKey });
}

async function then<T>(reply: Promise<Reply<T>>): Promise<Reply<T>> {
  const came = await reply;
  refreshAccess();
  return came;
}

export const saveCredential = (input: InputOf<'access.save'>): Promise<Reply<CredentialView>> =>
  then(call('access.save', input));

export const chooseCredentials = (agent: string, credentials: string[]) =>
  then(call('access.use', { agent, credentials }));

export const removeCredential = (credential: string) => then(call('access.remove', { credential }));

export const refreshToken = (credential: string) => then(call('access.refresh', { credential }));

export const signIn = (credential: string): Promise<Reply<SignInView>> => then(call('access.signIn', { credential }));

export const cancelSignIn = (credential: string) => then(call('access.cancelSignIn', { credential }));

/** Takes back the answer for a pair of origins; the next call between them asks again. */
export const forgetConsent = (from: string, to: string) => then(call('access.consent', { from, to }));

/** Changes the store of secrets and shows at once what became of it. */
async function withVault(reply: Promise<Reply<VaultView>>): Promise<Reply<VaultView>> {
  const came = await reply;
  if (came.ok) queryClient.setQueryData(['vault'], came.value);
  refreshAccess();
  return came;
}

export const unlockVault = (passphrase: string, create: boolean) =>
  withVault(call('vault.unlock', { passphrase, ...(create ? { create } : {}) }));

export const lockVault = () => withVault(call('vault.lock', {}));

export const changePassphrase = (passphrase: string, next: string) =>
  withVault(call('vault.changePassphrase', { passphrase, next }));

export const forgetAll = () => withVault(call('vault.forget', {}));

/** What an export of a session leaves out. */
export const shareReport = (session: string) => ask('sessions.share', { session });
