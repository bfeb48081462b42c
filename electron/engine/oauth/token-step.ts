import type { Reply } from '../../../shared/lib/result.ts';
import { done } from '../../../shared/lib/result.ts';
import type { AuthStepName } from '../../../shared/model/credential.ts';
import type { Asked } from './explain.ts';
import { failStep, note, type Run, requestWords } from './run.ts';
import { type GrantCheck, type RequestOptions, type Service, send, takeGrant } from './service.ts';
import type { TokenSet } from './types.ts';

export interface TokenRequest {
  operation: AuthStepName;
  request(options: RequestOptions): Promise<unknown>;
  /** The library's check of what was granted. */
  check: GrantCheck;
}

/** One request for a token as a step of its own. */
export async function askForToken(
  run: Run,
  service: Service,
  asked: Asked,
  { operation, request, check }: TokenRequest,
): Promise<Reply<TokenSet>> {
  const step = run.log.step(requestWords(operation, service.server.token_endpoint ?? ''));
  const answer = await send(run, operation, request);
  const taken = await takeGrant(run, service, answer, asked, check);
  if (!taken.ok) {
    failStep(run, step, answer);
    return taken;
  }
  step.set('ok', { answer });
  tellOddities(run, taken.value.oddities);
  return done(taken.value.tokens);
}

/** What had to be overlooked in an answer is said, because other clients may not. */
export function tellOddities(run: Run, oddities: readonly string[]): void {
  for (const oddity of oddities) {
    run.log.step(oddity, 'ok');
    note(run, oddity);
  }
}
