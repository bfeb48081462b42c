import type { FeedHandle } from '../../shared/contract/bridge.ts';
import { FEED_WINDOW_ROWS } from '../../shared/contract/limits.ts';
import type { FeedBatch, Signal } from '../../shared/contract/views.ts';
import { bridge } from './bridge.ts';
import { DrawPace, pageClocks } from './draw-pace.ts';
import { appendRows, publishLog, resetLog, sessionLog, setLogFile, setLogStarted } from './log.ts';
import { soon } from './soon.ts';

/** Time spent on batches in one go, ms; what is left waits so that input and drawing have their turn. */
const SLICE_MS = 8;
/** Frames do not run in a hidden window; batches are then taken in at this pace, in ms. */
const HIDDEN_MS = 250;
/** Rows that the page is behind by when it catches up: it then takes batches in between frames as well. */
const BEHIND_ROWS = 2_000;
/** While it catches up everybody else looks at the rows this often, ms: what they draw would be gone with the next look. */
const CATCH_UP_MS = 150;
/** The same while a session file is read: nothing of it is news. */
const READING_MS = 250;
/**
 * Part of the window after which it acknowledges: early enough for the engine not to wait, and seldom, because on the web
 * host each one is a request.
 */
const ACK_PART = 0.5;

let handle: FeedHandle | undefined;
let waiting: FeedBatch[] = [];
let scheduled = false;
let published = 0;
/** Seq acknowledged last. */
let acked = 0;
/** Rows that the engine sends without an acknowledgement. */
let windowRows = FEED_WINDOW_ROWS;
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
  windowRows = FEED_WINDOW_ROWS;
  resetLog(session);
  handle = bridge().openFeed({ session, after: 0 }, (batch) => {
    if (batch.session !== session) return;
    waiting.push(batch);
    schedule();
  });
}

const pace = new DrawPace(pageClocks, () => {
  if (waiting.length > 0) schedule();
});

/** Batches of a page that is up to date wait until those before them are drawn, and no longer. */
function schedule(): void {
  if (scheduled) return;
  if (document.visibilityState === 'hidden') {
    scheduled = true;
    setTimeout(takeIn, HIDDEN_MS);
  } else if (pace.free || (pace.quiet && isBehind())) {
    scheduled = true;
    soon(takeIn);
  }
}

/** Rows beyond a screen are there and more come: how soon they are drawn is of less use than how soon all are there. */
function isBehind(): boolean {
  const { rows, last, loading } = sessionLog();
  if (loading) return true;
  return rows.length >= BEHIND_ROWS && last - (rows[rows.length - 1]?.seq ?? 0) >= BEHIND_ROWS;
}

function takeIn(): void {
  scheduled = false;
  if (!pace.quiet) return;
  const until = performance.now() + SLICE_MS;
  let taken = 0;
  while (taken < waiting.length) {
    const batch = waiting[taken++] as FeedBatch;
    if (batch.started) setLogStarted(batch.started);
    setLogFile(batch);
    appendRows(batch.rows, batch.last);
    if (batch.window !== undefined) windowRows = batch.window;
    if (batch.signals) onSignals(batch.signals);
    if (performance.now() > until) break;
  }
  waiting.splice(0, taken);
  acknowledge();
  const caughtUp = waiting.length === 0 && !isBehind();
  const pause = sessionLog().loading ? READING_MS : CATCH_UP_MS;
  if (caughtUp || performance.now() - published >= pause) publish(caughtUp);
  if (waiting.length > 0) schedule();
}

/** The engine sends on as soon as it hears of it. Once all that came was taken in it must not wait for the rest. */
function acknowledge(): void {
  const { rows, last } = sessionLog();
  const seq = rows[rows.length - 1]?.seq ?? 0;
  if (seq <= acked) return;
  const starved = waiting.length === 0 && seq < last;
  if (!starved && seq - acked < windowRows * ACK_PART) return;
  acked = seq;
  handle?.ack(seq);
}

/** Lets everybody look; between batches with a frame, so that neither task is long. */
function publish(now: boolean): void {
  published = performance.now();
  const tell = () => publishLog((others) => pace.follow(others));
  // Frames do not run in a hidden window, where no task is too long either.
  if (document.visibilityState === 'hidden') publishLog();
  else if (now) pace.tell(tell);
  else pace.tellWithFrame(tell);
}
