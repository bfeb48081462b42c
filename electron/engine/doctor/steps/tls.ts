import type { Socket } from 'node:net';
import type { DoctorFact } from '../../../../shared/contract/doctor.ts';
import type { Way } from '../../connections.ts';
import { openTunnel } from '../../http/tunnel.ts';
import { type CertificateProblem, type Handshake, shakeHands } from '../handshake.ts';
import { EXPIRES_SOON_DAYS, TCP_TIMEOUT_MS } from '../limits.ts';
import { authorityOf, connectTcp, type Target } from '../reach.ts';
import { type DoctorContext, listed, type Step, type StepResult, skipped, textFact } from '../step.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Is the connection safe, and is the other side who it should be? */
export const tls: Step = {
  id: 'tls',
  async run(context) {
    const { parts, agent, found, signal } = context;
    const { target } = found;
    const url = found.addresses?.[0]?.url;
    if (!target || url === undefined || !found.reached) return skipped('There is no connection to look at.');
    if (!target.secure) {
      found.secured = true;
      return skipped('Plain http has no certificate to look at.');
    }
    const way = await parts.connections.for(agent, agent.options, url);
    if (!way.ok) {
      return {
        verdict: 'failed',
        message: way.error.message,
        next: 'Put certificate, key and passphrase right under Connection options.',
      };
    }
    const socket = await openSocket(context, target);
    if (!socket)
      return { verdict: 'failed', message: 'The connection could not be made a second time.', next: 'Test again.' };
    const { identity } = way.value;
    const handshake = await shakeHands(socket, target, { signal, ...(identity && { identity }) });
    found.certificate = handshake.problems;
    const result = judgeHandshake(target, handshake, way.value);
    found.secured = result.verdict !== 'failed';
    const shown = agent.options.tls?.cert !== undefined || agent.options.tls?.pfx !== undefined;
    return {
      ...result,
      facts: [...(result.facts ?? []), ...textFact('client-certificate', shown ? 'set' : undefined)],
    };
  },
};

async function openSocket({ found, signal }: DoctorContext, target: Target): Promise<Socket | undefined> {
  if (found.reached === 'proxy') {
    if (!found.proxy?.proxy) return undefined;
    const tunnel = await openTunnel(found.proxy.proxy, authorityOf(target), { timeoutMs: TCP_TIMEOUT_MS, signal });
    return tunnel.ok ? tunnel.socket : undefined;
  }
  return found.reached && (await connectTcp(found.reached, target.port, signal)).socket;
}

/** What a handshake comes to. */
export function judgeHandshake(
  target: Target,
  handshake: Handshake,
  way: Pick<Way, 'allowSelfSigned' | 'certificate'>,
): StepResult {
  const { chain, problems, protocol } = handshake;
  const where = authorityOf(target);
  const facts: DoctorFact[] = [
    ...textFact('protocol', protocol),
    ...textFact('cipher', handshake.cipher),
    ...textFact('problem', handshake.code),
    ...chain.map((one, place) => ({ kind: 'certificate' as const, place, ...one })),
  ];
  if (handshake.turnedDown !== undefined) {
    const next = way.certificate
      ? 'Check that certificate and key under Connection options are the ones this agent knows.'
      : 'Enter a client certificate and its key under Connection options.';
    return { verdict: 'failed', message: handshake.turnedDown, next, facts };
  }
  if (handshake.closed) return { verdict: 'failed', ...hungUp(where, handshake, way.certificate === true), facts };
  if (!handshake.done) {
    const message = handshake.trouble ?? `The TLS handshake with ${where} failed.`;
    return {
      verdict: 'failed',
      message,
      next: 'Check that this port speaks TLS; http:// may be the right scheme.',
      facts,
    };
  }
  if (problems.length > 0) {
    const words = listed(problems.map((problem) => problemWords(problem, target, handshake)));
    if (way.allowSelfSigned) {
      const message = `The certificate of ${where} cannot be verified: ${words}. It is accepted, because that is allowed for this agent.`;
      return {
        verdict: 'warning',
        message,
        next: 'Take the exception back when the agent has a valid certificate.',
        facts,
      };
    }
    const message = `The certificate of ${where} is refused: ${words}.`;
    return { verdict: 'failed', message, next: adviceFor(problems, target, handshake), facts };
  }
  const end = chain[0]?.to;
  const days = end === undefined ? Number.POSITIVE_INFINITY : (Date.parse(end) - Date.now()) / DAY_MS;
  if (days < EXPIRES_SOON_DAYS) {
    const message = `${protocol} with a valid certificate, which ends in ${Math.max(0, Math.floor(days))} days (${dateOf(end)}).`;
    return { verdict: 'warning', message, next: 'Have the certificate renewed before that day.', facts };
  }
  return { verdict: 'ok', message: `${protocol}; the certificate is valid until ${dateOf(end)}.`, facts };
}

function hungUp(where: string, { done }: Handshake, certificate: boolean): Pick<StepResult, 'message' | 'next'> {
  const message = `${where} hung up ${done ? 'right after' : 'during'} the TLS handshake.`;
  if (certificate) {
    return {
      message: `${message} It probably does not accept the client certificate.`,
      next: 'Check that certificate and key under Connection options are the ones this agent knows.',
    };
  }
  return done
    ? {
        message: `${message} It may want a client certificate.`,
        next: 'Ask the operator; a client certificate is entered under Connection options.',
      }
    : {
        message: `${message} It may speak plain http on this port, or want a client certificate.`,
        next: 'Try the address with http://, or enter a client certificate under Connection options.',
      };
}

const dateOf = (time: string | undefined): string => (time ?? '').slice(0, 10);

function problemWords(problem: CertificateProblem, { host }: Target, { chain, code }: Handshake): string {
  const now = Date.now();
  switch (problem) {
    case 'expired':
      return `it ended on ${dateOf(chain.find(({ to }) => Date.parse(to) < now)?.to)}`;
    case 'not-yet-valid':
      return `it is not valid before ${dateOf(chain.find(({ from }) => Date.parse(from) > now)?.from)}`;
    case 'other-name': {
      const names = chain[0]?.names ?? [];
      return `it is not for ${host}, but for ${names.length > 0 ? listed(names.slice(0, 4)) : 'no name at all'}`;
    }
    case 'self-signed':
      return 'it is signed by itself';
    case 'unknown-authority':
      return `its issuer, ${chain[chain.length - 1]?.issuer || 'unnamed'}, is not known to Loupe`;
    case 'other':
      return `it cannot be verified (${code})`;
  }
}

function adviceFor(problems: readonly CertificateProblem[], { host }: Target, { chain }: Handshake): string {
  if (problems.includes('expired'))
    return 'Have the certificate renewed. If today is wrong here, set the clock of this computer.';
  if (problems.includes('not-yet-valid')) return 'Check the clock of this computer, and that of whoever issued it.';
  if (problems.includes('other-name')) {
    const name = chain[0]?.names.find((one) => !one.startsWith('*'));
    return `${name ? `Call the agent as ${name}, or have` : 'Have'} the certificate issued for ${host}.`;
  }
  if (problems.includes('unknown-authority')) {
    return 'Enter the certificate of that authority under Connection options. A server should also send the certificates in between.';
  }
  return 'If this is your own test server, enter its certificate as an authority under Connection options, or accept it for this agent there.';
}
