/** Named bounds of the engine. Every one states its unit; those a person can change are in `engine-settings.ts`. */

/** Milliseconds an idle socket is kept. Below the 5 s after which common servers close theirs, so that none is used while it closes. */
export const IDLE_SOCKET_MS = 4_000;
/** Redirects followed for one exchange. */
export const REDIRECT_LIMIT = 5;
/** Bytes of one answer that is no stream, after decoding. */
export const BODY_LIMIT_BYTES = 256 * 1024 * 1024;
/** Bytes of a compressed answer after decoding, beyond which it may only be INFLATION_FACTOR_LIMIT times what was sent. */
export const INFLATED_FREE_BYTES = 32 * 1024 * 1024;
/** The same of an event stream: each small event in it costs far more than its bytes. */
export const INFLATED_STREAM_FREE_BYTES = 4 * 1024 * 1024;
/** Times by which a long answer may grow in decoding; JSON and text stay far below. */
export const INFLATION_FACTOR_LIMIT = 200;
/** Bytes of one SSE block. */
export const SSE_FRAME_LIMIT_BYTES = 64 * 1024 * 1024;
/** Milliseconds of one turn of the event loop that may go into incoming bytes before other work gets its turn. */
export const INGEST_SLICE_MS = 8;

/** Milliseconds that recorded lines may wait before they are handed to the file. */
export const SESSION_FLUSH_MS = 200;
/** Bytes of recorded lines that are handed to the file at once, without waiting. */
export const SESSION_FLUSH_BYTES = 256 * 1024;
/** A UTF-8 character never takes more bytes than this per UTF-16 unit. */
export const MAX_BYTES_PER_UNIT = 3;
/** Bytes of one slab of recorded lines. */
export const SLAB_BYTES = 1024 * 1024;
/** Bytes of recorded lines kept in memory per live session; older ones are read back from the file. */
export const STORE_MEMORY_BYTES = 8 * 1024 * 1024;
/** Bytes read from a session file at once. */
export const READ_CHUNK_BYTES = 1024 * 1024;
/** Milliseconds of one turn that reading a session file may take. */
export const READ_SLICE_MS = 10;
/** Milliseconds from the opening of a session file in which its reading takes shorter turns: pages ask for the first rows then. */
export const OPENING_MS = 150;
/** Milliseconds of such a turn. */
export const OPENING_SLICE_MS = 2;
/** Milliseconds after which a session that nobody looks at any more is not read further; a page that reloads is back sooner. */
export const ABANDONED_READING_MS = 2_000;
/** Kept sessions that stay loaded at the same time. */
export const OPEN_SESSIONS_LIMIT = 4;
/** Rows of one session whose findings are kept beside the row; beyond it they are computed again on demand. */
export const KEPT_FINDINGS_ROWS = 20_000;
/** Milliseconds of one turn that replaying rows into a feed may take. */
export const FEED_SLICE_MS = 8;
/** Milliseconds within which a full window of rows is acknowledged by a page that can take more at once. */
export const FEED_QUICK_ACK_MS = 120;
/** Milliseconds after which a page counts as slow: its window is the smallest again. */
export const FEED_SLOW_ACK_MS = 1_000;
/** Ended exchanges whose outcome can still be asked for. */
export const KEPT_OUTCOMES = 256;
/** Tasks whose last event id is remembered for a later subscription. */
export const KEPT_EVENT_IDS = 1_000;
/** Rows of one page of `sessions.find` when nobody asks for another number. */
export const FIND_PAGE_ROWS = 200;
/** Searches over all sessions that wait to be gone on with. */
export const OPEN_FINDS_LIMIT = 4;
/** Milliseconds after which a search that nobody goes on with ends. */
export const FIND_IDLE_MS = 60_000;
/** Milliseconds of one `wire.find` or `sessions.find`, after which it answers with what it has. */
export const FIND_SLICE_MS = 200;
/** Bytes that `wire.find` searches at once. */
export const FIND_CHUNK_BYTES = 1024 * 1024;
/** Characters of one exchange as text. */
export const EXCHANGE_TEXT_LIMIT_CHARS = 32 * 1024 * 1024;
/** Characters of an HTTP Archive; it is handed over in one piece. */
export const HAR_LIMIT_CHARS = 128 * 1024 * 1024;
/** Entries of the setting `resubscribeWaitsMs`. */
export const RESUBSCRIBE_WAITS_LIMIT = 20;
/** Files of the lens folder that are read. */
export const LENS_FILES_LIMIT = 200;
/** Subscriptions in a row that may end without anything new before no other is made. */
export const SILENT_SUBSCRIPTIONS_LIMIT = 3;
/** Milliseconds after which an open subscription counts as one that works: the next break starts counting anew. */
export const STABLE_SUBSCRIPTION_MS = 10_000;
/** Longest wait that a `retry:` line of a stream can ask for, milliseconds. */
export const RETRY_LINE_LIMIT_MS = 60_000;
/** Tasks whose streams are kept track of. */
export const TRACKED_TASKS = 1_000;
/** Entries of one task's streams that are read again to compare them with the fetched task. */
export const COMPARED_ENTRIES_LIMIT = 50_000;
/** Milliseconds until a difference counts: an event that says the same may be on its way. */
export const COMPARE_AGAIN_MS = 400;

/** Least milliseconds between an answer and the next question about a watched task. */
export const POLL_INTERVAL_MIN_MS = 50;
/** Longest wait between two questions, milliseconds, unless the person chose a longer interval. */
export const POLL_WAIT_LIMIT_MS = 30_000;
/** Answers without news that come at the interval chosen; then the wait grows. */
export const POLL_STEADY_ANSWERS = 3;
/** By which the wait grows with each further answer without news. */
export const POLL_GROWTH = 1.5;
/** Questions in a row that may come to nothing before the task is not asked for any more. */
export const POLL_FAILURES_LIMIT = 5;
/** Longest wait that a Retry-After line can ask for, milliseconds. */
export const RETRY_AFTER_LIMIT_MS = 300_000;
/** Tasks that are watched at the same time. */
export const WATCHED_TASKS = 20;
/** Ended watches that are kept for the person to see. */
export const KEPT_WATCHES = 20;

/** Artifacts whose digests and places are kept, so that one that grows is not read again from its beginning. */
export const KEPT_ASSEMBLIES = 16;
/** Milliseconds of one turn that putting an artifact together may take. */
export const ARTIFACT_SLICE_MS = 8;
