import type { FeedHandle } from '../../shared/contract/bridge.ts';
import type { FeedBatch, Signal } from '../../shared/contract/views.ts';
import { bridge } from './bridge.ts';
import { appendRows, publishLog, resetLog, setLogStarted } from './log.ts';

/** Time spent on batches in one frame, in ms; what is left waits for the next frame so that input stays live. */
const SLICE_MS = 8;
/** Frames do not run in a hidden window; batches are then taken in at this pace, in ms. */
const HIDDEN_MS = 250;

let handle: FeedHandle | undefined;
let waiting: FeedBatch[] = [];
let scheduled = false;
let onSignals: (signals: readonly Signal[]) => void = () => undefined;

/** Says what to do when something outside the log changed. */
export function watchSignals(listener: (signals: readonly Signal[]) => void): void {
  onSignals = listener;
}

/** Shows another session: closes the feed, empties the log, replays from the start and follows. */
export function followSession(session: string): void {
  handle?.close();
  waiting = [];
  resetLog(session);
  handle = bridge().openFeed({ session, after: 0 }, (batch) => {
    if (batch.session !== session) return;
    waiting.push(batch);
    schedule();
  });
}

function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  if (document.visibilityState === 'hidden') setTimeout(takeIn, HIDDEN_MS);
  else requestAnimationFrame(takeIn);
}

function takeIn(): void {
  scheduled = false;
  const until = performance.now() + SLICE_MS;
  let seq = 0;
  let taken = 0;
  while (taken < waiting.length) {
    const batch = waiting[taken++] as FeedBatch;
    if (batch.started) setLogStarted(batch.started);
    appendRows(batch.rows, batch.last);
    const last = batch.rows[batch.rows.length - 1];
    if (last) seq = last.seq;
    if (batch.signals) onSignals(batch.signals);
    if (performance.now() > until) break;
  }
  waiting.splice(0, taken);
  publishLog();
  if (seq) handle?.ack(seq);
  if (waiting.length > 0) schedule();
}
