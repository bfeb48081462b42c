import type { ErrorLine, OutcomeLine } from '../../../electron/cli/outcome-line.ts';
import type { Issue } from '../../../shared/model/issue.ts';
import type { Places } from '../case-file.ts';
import type { Played, PlayedStep } from '../play.ts';
import { codesOf } from '../warnings.ts';
import { type Check, type Differences, differences, type Run, show } from './check.ts';

/**
 * The steps whose outcome and events count. A reply to a question begins another exchange; where the question itself is
 * what is expected, it ends there.
 */
export function comparedSteps({ file, played }: Run): PlayedStep[] {
  const reply = played.steps.findIndex(({ step }) => step.do === 'reply');
  return reply > 0 && file.expect.outcome === 'paused' ? played.steps.slice(0, reply) : played.steps;
}

/** The last step says how it came out; a notice of an earlier one still stands. */
export function outcomeOf(steps: readonly PlayedStep[]): OutcomeLine['outcome'] | undefined {
  const failed = steps.find(({ outcome }) => outcome.outcome === 'error');
  const last = failed ?? steps[steps.length - 1];
  const warned = steps.some(({ outcome }) => outcome.outcome === 'warn');
  return last?.outcome.outcome === 'ok' && warned ? 'warn' : last?.outcome.outcome;
}

export const outcome: Check = (wanted: string, run) => differences('outcome', wanted, outcomeOf(comparedSteps(run)));

/** The step that failed, or that was cut. */
const failedStep = (run: Run): PlayedStep | undefined => comparedSteps(run).find(({ outcome }) => outcome.error);

/** All findings of a run, those that are only notes too; one text each. */
function findings({ steps, entries, card }: Played): { code: string; severity: Issue['severity']; text: string }[] {
  const issues = [...(card?.issues ?? []), ...entries.flatMap((entry) => entry.issues)];
  const lines = steps.flatMap((step) => step.outcome.warnings);
  const seen = new Set<string>();
  return [...lines, ...issues].flatMap(({ code, severity, message }) => {
    if (seen.has(`${code} ${message}`)) return [];
    seen.add(`${code} ${message}`);
    return [{ code, severity, text: message }];
  });
}

interface ExpectedWarning {
  about: string;
  must_mention?: string[];
  must_not_mention?: string[];
}

export const warnings: Check = (wanted: ExpectedWarning[], { played }) => {
  const all = findings(played);
  if (wanted.length === 0) {
    return all.filter(({ severity }) => severity !== 'note').map(({ code, text }) => `warning ${code}: ${show(text)}`);
  }
  return wanted.flatMap(({ about, must_mention = [], must_not_mention = [] }) => {
    const codes = codesOf(about);
    const same = all.filter(({ code }) => codes.includes(code));
    const fits = same.some(
      ({ text }) =>
        must_mention.every((word) => text.includes(word)) && !must_not_mention.some((word) => text.includes(word)),
    );
    const got = same.length > 0 ? same.map(({ text }) => text) : all.map(({ code }) => code);
    return fits ? [] : [`warnings: none about ${about} mentions ${show(must_mention)}; got ${show(got)}`];
  });
};

/** Addresses are no words: a port may hold any digits. */
const withoutAddresses = (text: string, places: Places): string =>
  text
    .replaceAll(`:${places.port + 9}`, '')
    .replaceAll(`:${places.port + 1}`, '')
    .replaceAll(`:${places.port}`, '');

const mentions = (text: string, words: readonly string[]): string[] => words.filter((word) => text.includes(word));

/** Members of `error`: what the last failed step says, in its data and on a terminal. */
export const ERROR_CHECKS: Readonly<Record<string, Check>> = {
  layer: (wanted: string, run) => member(run, 'layer', wanted),
  http_status: (wanted: number, run) => member(run, 'http_status', wanted),
  rpc_code: (wanted: number, run) => member(run, 'rpc_code', wanted),
  must_mention: (wanted: string[], run) => {
    const text = failedStep(run)?.text ?? '';
    const missing = wanted.filter((word) => !text.includes(word));
    return missing.length > 0 ? [`error does not mention ${show(missing)}: ${show(text)}`] : [];
  },
  must_mention_any: (wanted: string[], run) => {
    const text = failedStep(run)?.text ?? '';
    return mentions(text, wanted).length > 0 ? [] : [`error mentions none of ${show(wanted)}: ${show(text)}`];
  },
  must_not_mention: (wanted: string[], run) => {
    const found = mentions(withoutAddresses(failedStep(run)?.text ?? '', run.places), wanted);
    return found.length > 0 ? [`error mentions ${show(found)}: ${show(failedStep(run)?.text)}`] : [];
  },
  must_not_be: (wanted: string | string[], run) => {
    const message = failedStep(run)?.outcome.error?.message ?? '';
    return [wanted].flat().includes(message) ? [`error.message is ${show(message)}`] : [];
  },
  max_message_chars: (wanted: number, run) => {
    const length = failedStep(run)?.outcome.error?.message.length ?? 0;
    return length > wanted ? [`error.message has ${length} characters, at most ${wanted} expected`] : [];
  },
  data_items: (wanted: number, run) => {
    const data = failedStep(run)?.outcome.error?.data;
    return differences('error.data_items', wanted, Array.isArray(data) ? data.length : undefined);
  },
};

function member(run: Run, key: keyof ErrorLine, wanted: unknown): Differences {
  return differences(`error.${key}`, wanted, failedStep(run)?.outcome.error?.[key]);
}
