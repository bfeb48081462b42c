import type { DoctorStep, DoctorVerdict, DoctorView } from '../../../shared/contract/views.ts';
import type { IconName } from '../../ui/icons.ts';

/** Glyph and colour of a verdict; the word is `doctor.verdict.<verdict>`. */
export const VERDICTS: Readonly<Record<DoctorVerdict, { icon: IconName; tone: string; spin?: true }>> = {
  waiting: { icon: 'clock', tone: 't3' },
  running: { icon: 'loader', tone: 'tone-info', spin: true },
  ok: { icon: 'check', tone: 'tone-ok' },
  warning: { icon: 'triangle', tone: 'tone-warn' },
  failed: { icon: 'triangle', tone: 'tone-danger' },
  skipped: { icon: 'info', tone: 't3' },
};

/** Steps that somebody should look at. */
export const complaints = ({ steps }: DoctorView): number =>
  steps.filter(({ verdict }) => verdict === 'failed' || verdict === 'warning').length;

/** What a run comes to so far. */
export type Summary = 'running' | 'stopped' | 'ok' | 'warning' | 'failed';

export function summaryOf({ state, steps }: DoctorView): Summary {
  if (state === 'running') return 'running';
  if (steps.some(({ verdict }) => verdict === 'failed')) return 'failed';
  if (state === 'stopped') return 'stopped';
  return steps.some(({ verdict }) => verdict === 'warning') ? 'warning' : 'ok';
}

/** The step whose advice comes first: everything after a failed one may be its doing. */
export const firstToMend = ({ steps }: DoctorView): DoctorStep | undefined =>
  steps.find(({ verdict }) => verdict === 'failed') ?? steps.find(({ verdict }) => verdict === 'warning');

/** Whether a step shows its evidence before anybody asked for it. */
export const opensByItself = (step: DoctorStep, report: DoctorView): boolean =>
  report.state !== 'running' && firstToMend(report)?.id === step.id && step.facts.length > 0;
