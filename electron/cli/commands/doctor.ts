import type { DoctorStep, DoctorStepId } from '../../../shared/contract/doctor.ts';
import type { TroubleCode } from '../../../shared/lib/result.ts';
import { positional } from '../arguments.ts';
import type { Command, CommandContext } from '../command.ts';
import { agentOptions, introduce } from '../connection.ts';
import { CONNECTION_OPTIONS } from '../options.ts';
import { failedOutcome, type OutcomeLine } from '../outcome-line.ts';

/** Pause between two looks at a running test, milliseconds. */
const LOOK_EVERY_MS = 50;

/** Layer of the error when a step fails. */
const LAYERS: Readonly<Record<DoctorStepId, TroubleCode>> = {
  address: 'bad-input',
  proxy: 'network',
  dns: 'network',
  tcp: 'network',
  tls: 'tls',
  card: 'http',
  json: 'json',
  version: 'protocol',
  auth: 'auth',
  endpoints: 'network',
  call: 'rpc',
};

export const doctor: Command = {
  words: ['doctor'],
  summary: 'test the way to an agent step by step, and say what to do about what is wrong',
  positionals: [{ name: 'URL', required: true, summary: 'the agent or its card' }],
  options: CONNECTION_OPTIONS,
  examples: ['loupe doctor https://agents.example/a', 'loupe doctor https://127.0.0.1:8443 --ca ca.pem --json'],
  async run(context) {
    const { args, engine, terminal, given } = context;
    const options = await agentOptions(args, terminal);
    if (!options.ok) return failedOutcome('doctor', options.error);
    const introduced = await introduce(engine, terminal, positional(args, 0), options.value, given);
    if (!introduced.ok) return failedOutcome('doctor', introduced.error);
    const { id } = introduced.value.agent;
    const { access } = introduced.value;
    if (access.waiting) {
      const card = await engine.call('card.fetch', { agent: id });
      const finished = await access.finish(card.ok ? card.value.card : undefined);
      if (!finished.ok) return failedOutcome('doctor', finished.error);
    }
    const started = await engine.call('doctor.start', { agent: id });
    if (!started.ok) return failedOutcome('doctor', started.error);
    const stop = terminal.onInterrupt(() => void engine.call('doctor.stop', { agent: id }));
    try {
      return await watch(context, id);
    } finally {
      stop();
    }
  },
};

/** Prints every step as soon as it has its verdict. The last ones may still be amended, so they wait for the end. */
async function watch({ engine, reporter }: CommandContext, agent: string): Promise<OutcomeLine> {
  let printed = 0;
  for (;;) {
    const report = await engine.call('doctor.get', { agent });
    if (!report.ok) return failedOutcome('doctor', report.error);
    if (!report.value) return failedOutcome('doctor', { code: 'internal', message: 'The test is gone.' });
    const { steps, state } = report.value;
    const amended = steps.findIndex(({ id }) => id === 'version');
    const ready = state === 'running' ? Math.min(amended, steps.findIndex(isOpen)) : steps.length;
    for (const step of steps.slice(printed, ready)) reporter.step(step);
    printed = Math.max(printed, ready);
    if (state !== 'running') return outcomeOf(steps, state);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

const isOpen = ({ verdict }: DoctorStep): boolean => verdict === 'waiting' || verdict === 'running';

function outcomeOf(steps: DoctorStep[], state: 'done' | 'stopped'): OutcomeLine {
  const failed = steps.find(({ verdict }) => verdict === 'failed');
  const warned = steps.some(({ verdict }) => verdict === 'warning');
  const outcome = state === 'stopped' ? 'aborted' : failed ? 'error' : warned ? 'warn' : 'ok';
  return {
    kind: 'outcome',
    outcome,
    operation: 'doctor',
    ...(failed && { error: { layer: LAYERS[failed.id], message: failed.message } }),
    warnings: [],
    events: [],
    event_count: 0,
    steps,
  };
}
