import type { FeedHandle } from '../../shared/contract/bridge.ts';
import { FEED_WINDOW_ROWS } from '../../shared/contract/limits.ts';
import type { FeedBatch, Signal } from '../../shared/contract/views.ts';
import { bridge } from './bridge.ts';
import { appendRows, publishLog, resetLog, sessionLog, setLogFile, setLogStarted } from './log.ts';

/** Time spent on batches in one go, ms; what is left waits so that input and drawing have their turn. */
const SLICE_MS = 8;
/** Frames do not run in a hidden window; batches are then taken in at this pace, in ms. */
const HIDDEN_MS = 250;
/** Rows that the page is behind by when it catches up: it then takes batches in between frames as well. */
const BEHIND_ROWS = 2_000;
/**
 * It acknowledges that many rows at once: half of the least window, so that the engine never waits, and no more often,
 * because on the web host each one is a request.
 */
const ACK_ROWS = FEED_WINDOW_ROWS / 2;
/** While it catches up everybody else looks at the rows this often, ms: what they draw would be gone with the next look. */
const CATCH_UP_MS = 100;

let handle: FeedHandle | undefined;
let waiting: FeedBatch[] = [];
let scheduled = false;
let published = 0;
/** Seq acknowledged last. */
let acked = 0;
let onSignals: (signals: readonly Signal[]) => void = () => undefined;

/** Says what to do when something outside the log changed. */
export function watchSignals(listener: (signals: readonly Signal[]) => void): void {
  onSignals = listener;
}

/** Shows another session: closes the feed, empties the log, replays from the start and follows. */
export function followSession(session: string): void {
  handle?.close();
  waiting = [];
  published = 0;
  acked = 0;
  resetLog(session);
  handle = bridge().openFeed({ session, after: 0 }, (batch) => {
    if (batch.session !== session) return;
    waiting.push(batch);
    schedule();
  });
}

/** Batches of a page that is up to date wait for the frame that shows them. */
function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  if (document.visibilityState === 'hidden') setTimeout(takeIn, HIDDEN_MS);
  else if (isBehind()) setTimeout(takeIn);
  else requestAnimationFrame(takeIn);
}

/** Rows beyond a screen are there and more come: how soon they are drawn is of less use than how soon all are there. */
function isBehind(): boolean {
  const { rows, last } = sessionLog();
  return rows.length >= BEHIND_ROWS && last - (rows[rows.length - 1]?.seq ?? 0) >= BEHIND_ROWS;
}

function takeIn(): void {
  scheduled = false;
  const until = performance.now() + SLICE_MS;
  let seq = 0;
  let taken = 0;
  while (taken < waiting.length) {
    const batch = waiting[taken++] as FeedBatch;
    if (batch.started) setLogStarted(batch.started);
    setLogFile(batch);
    appendRows(batch.rows, batch.last);
    const last = batch.rows[batch.rows.length - 1];
    if (last) seq = last.seq;
    if (batch.signals) onSignals(batch.signals);
    if (performance.now() > until) break;
  }
  waiting.splice(0, taken);
  // The engine sends on as soon as it hears of it, while what was sent is looked at.
  if (seq - acked >= ACK_ROWS) {
    acked = seq;
    handle?.ack(seq);
  }
  const caughtUp = waiting.length === 0 && !isBehind();
  if (caughtUp || performance.now() - published >= CATCH_UP_MS) publish(caughtUp);
  if (waiting.length > 0) schedule();
}

/** Lets everybody look; between batches in a frame of its own, so that neither task is long. */
function publish(now: boolean): void {
  published = performance.now();
  // Frames do not run in a hidden window, where no task is too long either.
  if (document.visibilityState === 'hidden') publishLog();
  else if (now) publishLog(requestAnimationFrame);
  else requestAnimationFrame(() => publishLog(requestAnimationFrame));
}
