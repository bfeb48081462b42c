import { createAccess } from '../../electron/cli/access.ts';
import type { CommandEngine } from '../../electron/cli/connection.ts';
import { type GivenCredential, NOBODY } from '../../electron/cli/credentials.ts';
import { recordingTerminal } from '../../electron/cli/test-terminal.ts';
import type { AgentCard } from '../../shared/model/card.ts';
import type { CaseAuth } from './case-file.ts';

/** The credential of a case; undefined for a type that nobody can enter. */
export function givenBy(auth: CaseAuth): GivenCredential | undefined {
  const { token = '', username = '', password = '', value = '' } = auth;
  switch (auth.type) {
    case 'bearer':
      return { type: 'bearer', token };
    case 'basic':
      return { type: 'basic', username, password };
    case 'apiKey':
      return { type: 'apiKey', value };
    case 'oauth2-client-credentials': {
      const { client_id: clientId = '', client_secret: clientSecret, token_url: tokenUrl, scopes } = auth;
      return {
        type: 'oauth2',
        flow: 'clientCredentials',
        clientId,
        clientAuth: 'basic',
        ...(clientSecret !== undefined && { clientSecret }),
        ...(tokenUrl !== undefined && { tokenUrl }),
        ...(scopes && { scopes }),
      };
    }
    default:
      return undefined;
  }
}

/** What was entered for an agent, and may still wait for its card. */
export interface EnteredCredentials {
  waiting: boolean;
  complete(card: AgentCard | undefined): Promise<void>;
}

/**
 * Adds the agent of a case and enters its credential as a person would: at once, or, where the card says how it is sent,
 * as soon as the card is there.
 */
export async function enterCredentials(
  engine: CommandEngine,
  url: string,
  auth: CaseAuth,
): Promise<EnteredCredentials> {
  const given = givenBy(auth);
  const added = await engine.call('agents.add', { url, connect: false });
  if (!added.ok) throw new Error(`The agent was refused: ${added.error.message}`);
  const who = { ...NOBODY, credentials: given ? [given] : [] };
  const access = createAccess(engine, recordingTerminal(), added.value, who, auth.remember ? 'vault' : 'session');
  const begun = await access.begin();
  if (!begun.ok) throw new Error(`The credential was refused: ${begun.error.message}`);
  return {
    waiting: access.waiting,
    async complete(card) {
      const finished = await access.finish(card);
      if (!finished.ok) throw new Error(`The credential was refused: ${finished.error.message}`);
    },
  };
}
