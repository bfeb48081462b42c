import { retryIn } from '../../state/reconnects.ts';
import { useSessionNow } from '../../state/use-session-now.ts';
import { hasString, type StringKey, t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { CELL } from '../../ui/roles.ts';
import { formatSeconds } from '../../ui/text.ts';
import type { Broken } from './liveness.ts';
import './cut-row.css';

/** Rows of the list that this one takes the place of; as in the style sheet. */
export const CUT_ROWS = 5;
/** The countdown shows whole seconds; this is how late one may come, ms. */
const TICK_MS = 200;

export interface CutRowProps {
  broken: Broken;
  /** `at` that the time column counts from, ms. */
  origin: number;
  /** The session on screen is being recorded, so that something can be done. */
  recording: boolean;
  onSubscribe(): void;
  onFetch(): void;
  onStop(): void;
}

/** Where a stream ended early, what is being done about it, and what the person can do. */
export function CutRow({ broken, origin, recording, onSubscribe, onFetch, onStop }: CutRowProps) {
  const step = recording ? broken.reconnect : undefined;
  const trying = step?.phase === 'waiting' || step?.phase === 'retrying';
  const now = useSessionNow(step?.phase === 'waiting', TICK_MS);
  const seconds = step?.phase === 'waiting' ? retryIn(step, now) : undefined;
  const left = broken.cause === 'aborted';
  return (
    <Box
      className={`lost ${left ? 'lost-left' : ''}`}
      role="row"
      data-testid="cut-row"
      data-state={trying ? step.phase : 'gave-up'}
      data-retry-in={seconds}
      data-attempt={step?.attempt ?? 0}
      data-cause={broken.lost ?? broken.cause}
    >
      <div className="lost-band" {...CELL}>
        <Icon name="unplug" className={left ? 't2' : 'lane-error'} />
        <span className="lost-words">
          <b>{t(left ? 'timeline.stopped' : 'timeline.cut')}</b> {whatHappened(broken)}
        </span>
        <span className="mono t3">{formatSeconds(broken.at - origin)}</span>
      </div>
      <div className="lost-next" {...CELL}>
        {trying ? <Icon name="loader" spin className="state-working" /> : null}
        <span className="lost-plan">{planWords(broken, seconds, recording)}</span>
        {trying ? (
          <span className="t3">{t('timeline.retry.attempt', { attempt: step.attempt, of: step.of })}</span>
        ) : null}
        {recording && broken.task ? (
          <span className="lost-actions">
            <Button size="s" look="primary" icon="refresh" keys="S" data-testid="subscribe-now" onClick={onSubscribe}>
              {t('timeline.cut.subscribe')}
            </Button>
            <Button size="s" icon="download" keys="T" data-testid="fetch-task" onClick={onFetch}>
              {t('timeline.cut.fetch')}
            </Button>
            {trying ? (
              <Button size="s" look="ghost" icon="close" keys="X" data-testid="stop-trying" onClick={onStop}>
                {t('timeline.cut.stop')}
              </Button>
            ) : null}
          </span>
        ) : null}
      </div>
      <div className="ev-gaprow lost-gap" {...CELL}>
        <span>
          {t(trying ? 'timeline.cut.gap.fill' : 'timeline.cut.gap', { time: formatSeconds(broken.heardAt - origin) })}
        </span>
      </div>
    </Box>
  );
}

/** `after event 34, connection reset by the other side, in the middle of an event`. */
function whatHappened({ seq, cause, lost, inside }: Broken): string {
  const key: string = `timeline.lost.${lost === 'dropped' ? lost : cause}`;
  const why = hasString(key) ? t(key) : cause;
  return t(inside ? 'timeline.cut.after.inside' : 'timeline.cut.after', { seq, why });
}

function planWords({ cause, reconnect }: Broken, seconds: number | undefined, recording: boolean): string {
  if (!recording) return t('timeline.plan.past');
  if (seconds !== undefined) return t('timeline.retry.in', { seconds });
  if (reconnect?.phase === 'retrying') return t('timeline.retry.now');
  if (cause === 'aborted') return t('timeline.plan.left');
  const key = `timeline.plan.${reconnect?.cause ?? 'off'}`;
  return t(hasString(key) ? (key as StringKey) : 'timeline.plan.off');
}
