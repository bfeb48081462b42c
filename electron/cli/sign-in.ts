import type { SignInView } from '../../shared/contract/access.ts';
import { done, type Reply, refused } from '../../shared/lib/result.ts';
import type { CommandEngine } from './connection.ts';
import type { Terminal } from './terminal.ts';
import { visibleLine } from './visible.ts';

/** Pause between two looks at a sign-in, milliseconds. */
const LOOK_EVERY_MS = 100;

const GOES_ON: ReadonlySet<SignInView['state']> = new Set(['running', 'waiting-for-browser', 'waiting-for-device']);

/** What the person has to do, for standard error; undefined when there is nothing to do. */
export function instruction({ state, device, authorizationUrl }: SignInView): string | undefined {
  if (state === 'waiting-for-device' && device) {
    const { userCode, verificationUri, verificationUriComplete } = device;
    const short = verificationUriComplete ? `\nor open ${visibleLine(verificationUriComplete)}` : '';
    return `To sign in, open ${visibleLine(verificationUri)} and enter the code ${visibleLine(userCode)}${short}`;
  }
  if (state === 'waiting-for-browser' && authorizationUrl) return `To sign in, open ${visibleLine(authorizationUrl)}`;
  return undefined;
}

/** Gets a token for a credential, telling the person what to do. Ctrl+C gives up: `aborted`. */
export async function signIn(
  engine: CommandEngine,
  terminal: Terminal,
  agent: string,
  credential: string,
): Promise<Reply<null>> {
  const started = await engine.call('access.signIn', { credential });
  if (!started.ok) return started;
  let stopped = false;
  const release = terminal.onInterrupt(() => {
    stopped = true;
    void engine.call('access.cancelSignIn', { credential });
  });
  try {
    let view: SignInView = started.value;
    let said: string | undefined;
    while (GOES_ON.has(view.state) && !stopped) {
      const text = instruction(view);
      if (text !== undefined && text !== said) terminal.err(`${text}\n`);
      said = text ?? said;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      const access = await engine.call('access.get', { agent });
      if (!access.ok) return access;
      if (!access.value.signIn) return refused('internal', 'The sign-in is gone.');
      view = access.value.signIn;
    }
    if (stopped || view.state === 'canceled') return refused('aborted', 'The sign-in was stopped.');
    return view.state === 'done' ? done(null) : { ok: false, error: failure(view) };
  } finally {
    release();
  }
}

function failure({ trouble, answer }: SignInView) {
  const { code = 'auth', message = 'The sign-in failed.', detail = answer } = trouble ?? {};
  return { code, message, ...(detail !== undefined && { detail }) };
}
