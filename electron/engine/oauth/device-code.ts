import type { SignInView } from '../../../shared/contract/access.ts';
import type { Reply } from '../../../shared/lib/result.ts';
import { done, refused } from '../../../shared/lib/result.ts';
import { parseHttpUrl } from '../http/client.ts';
import { CANCELED } from './ask.ts';
import { askedOf } from './client-credentials.ts';
import { wait } from './clock.ts';
import { type Asked, explainCode } from './explain.ts';
import { fieldsOf, secondsOf } from './grant-answer.ts';
import {
  deviceAuthorizationRequest,
  deviceCodeGrantRequest,
  processDeviceAuthorizationResponse,
  processDeviceCodeResponse,
} from './library.ts';
import { DEVICE_FAILURES_LIMIT, DEVICE_INTERVAL_S, DEVICE_LIFE_LIMIT_S, DEVICE_LIFE_S, SLOW_DOWN_S } from './limits.ts';
import { parametersOf } from './parameters.ts';
import { failStep, note, type Run, requestWords } from './run.ts';
import { clientAuthOf, clientOf, refusal, type Service, send, takeGrant } from './service.ts';
import { locateService } from './service-addresses.ts';
import { tellOddities } from './token-step.ts';
import type { TokenSet } from './types.ts';
import { jsonResponse } from './web-objects.ts';

interface Device {
  deviceCode: string;
  /** Milliseconds. */
  interval: number;
  /** Milliseconds since 1970. */
  deadline: number;
  view: NonNullable<SignInView['device']>;
}

/** RFC 8628. */
export async function deviceCode(run: Run): Promise<Reply<TokenSet>> {
  const { scheme, secrets, log } = run;
  const service = await locateService(run, ['token_endpoint', 'device_authorization_endpoint']);
  if (!service.ok) return service;
  const { server } = service.value;
  const client = clientOf(scheme);
  const asked: Asked = { what: 'device-authorization', secret: secrets.clientSecret !== undefined, ...askedOf(run) };
  const step = log.step(requestWords('AuthorizeDevice', server.device_authorization_endpoint ?? ''));
  const auth = clientAuthOf(scheme, secrets.clientSecret);
  const answer = await send(run, 'AuthorizeDevice', (options) =>
    deviceAuthorizationRequest(server, client, auth, parametersOf(scheme), options),
  );
  const fields = answer.failure === undefined && (answer.status ?? 0) < 300 ? fieldsOf(answer) : undefined;
  const device = fields === undefined ? undefined : await readDevice(run, service.value, fields);
  if (device === undefined) {
    const failed = refusal(run, answer, asked);
    if (!failed.ok) failStep(run, step, answer);
    return failed;
  }
  if (!device.ok) {
    failStep(run, step, answer);
    return device;
  }
  step.set('ok', { answer });
  return poll(run, service.value, { ...asked, what: 'deviceCode' }, device.value);
}

/** Reads what the service handed out; undefined when it is no device code at all. */
async function readDevice(
  { clock }: Run,
  { server }: Service,
  fields: Record<string, unknown>,
): Promise<Reply<Device> | undefined> {
  if (typeof fields.device_code !== 'string') return undefined;
  const life = Math.min(secondsOf(fields.expires_in) ?? DEVICE_LIFE_S, DEVICE_LIFE_LIMIT_S);
  const interval = secondsOf(fields.interval) || DEVICE_INTERVAL_S;
  const complete = webAddress(fields.verification_uri_complete);
  const clean = {
    ...fields,
    // The name before the standard, which a widespread service still uses.
    verification_uri: webAddress(fields.verification_uri ?? fields.verification_url) ?? '',
    verification_uri_complete: complete,
    expires_in: life,
    interval,
  };
  try {
    const read = await processDeviceAuthorizationResponse(server, { client_id: '-' }, jsonResponse(clean));
    const deadline = clock.now() + life * 1000;
    return done({
      deviceCode: read.device_code,
      interval: interval * 1000,
      deadline,
      view: {
        userCode: read.user_code,
        verificationUri: read.verification_uri,
        ...(complete !== undefined && { verificationUriComplete: complete }),
        expires: new Date(deadline).toISOString(),
      },
    });
  } catch (error) {
    return refused('protocol', `The service's answer is no usable device code: ${(error as Error).message}.`);
  }
}

/** Addresses that a person is sent to are web addresses and nothing else. */
const webAddress = (value: unknown): string | undefined =>
  typeof value === 'string' ? parseHttpUrl(value)?.href : undefined;

/** Asks for the token until the person has confirmed, no faster than the service allows (RFC 8628 §3.5). */
async function poll(run: Run, service: Service, asked: Asked, device: Device): Promise<Reply<TokenSet>> {
  const { log, clock, signal, scheme, secrets } = run;
  const { server } = service;
  const client = clientOf(scheme);
  const { userCode, verificationUri } = device.view;
  const expired = (): Reply<never> => ({ ok: false, error: explainCode('expired_token', undefined, asked) });
  const step = log.step(`Waiting for the code ${userCode} to be confirmed`, 'waiting');
  log.change({ state: 'waiting-for-device', device: device.view });
  note(run, `Waiting for the code ${userCode} to be confirmed at ${verificationUri}.`, { step: 'device' });
  const end = (reply: Reply<never>): Reply<never> => {
    step.set('failed');
    return reply;
  };
  let { interval } = device;
  let failures = 0;
  for (let times = 1; ; times += 1) {
    // No question is asked that could only be answered too late.
    const left = device.deadline - clock.now();
    await wait(clock, Math.max(0, Math.min(interval, left)), signal);
    if (signal.aborted) return end({ ok: false, error: CANCELED });
    if (clock.now() >= device.deadline) return end(expired());
    const answer = await send(run, 'RequestToken', (options) =>
      deviceCodeGrantRequest(server, client, clientAuthOf(scheme, secrets.clientSecret), device.deviceCode, {
        ...options,
      }),
    );
    const waiting = (why: string) => {
      step.set('waiting', {
        detail: `${why} · ${times} × · ${interval / 1000} s`,
        answer,
      });
    };
    const lost = answer.failure?.code === 'network' || answer.failure?.code === 'timeout';
    if (answer.error === 'authorization_pending') {
      failures = 0;
      waiting(answer.error);
    } else if (answer.error === 'slow_down') {
      failures = 0;
      interval += SLOW_DOWN_S * 1000;
      waiting(answer.error);
      note(run, `The token service wants to be asked less often: every ${interval / 1000} s from now on.`, {
        step: 'slow-down',
        seconds: interval / 1000,
      });
    } else if (lost && !signal.aborted && failures + 1 < DEVICE_FAILURES_LIMIT) {
      failures += 1;
      interval *= 2;
      waiting('no answer');
    } else {
      const taken = await takeGrant(run, service, answer, asked, (response) =>
        processDeviceCodeResponse(server, client, response),
      );
      if (!taken.ok) {
        failStep(run, step, answer);
        return taken;
      }
      step.set('ok', { text: `The code ${userCode} was confirmed`, answer });
      log.change({ state: 'running', device: undefined });
      tellOddities(run, taken.value.oddities);
      return done(taken.value.tokens);
    }
  }
}
