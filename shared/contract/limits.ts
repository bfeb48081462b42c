/** A feed batch is sent after this many milliseconds at the latest. */
export const FEED_FLUSH_MS = 16;
/** Rows of one batch. */
export const FEED_BATCH_ROWS = 200;
/** Bytes of one batch, estimated from row text. */
export const FEED_BATCH_BYTES = 256 * 1024;
/** Rows of one batch when at least that many wait. */
export const FEED_FULL_BATCH_ROWS = 1_000;
/** Rows sent but not acknowledged before the engine sends counts only. */
export const FEED_WINDOW_ROWS = 4_000;
/** The same for a page that is quick to acknowledge. */
export const FEED_WINDOW_MAX_ROWS = 32_000;
/** Characters of a body that `entries.get` carries inline. */
export const ENTRY_BODY_CHARS = 2_000_000;
/** Characters of a frame that `wire.frames` carries; a multiple of four, so that base64 stays whole. */
export const FRAME_TEXT_CHARS = 512;
/** Rows asked for in one `sessions.find`. */
export const FIND_LIMIT = 1_000;
/** Entries asked for in one `entries.read` or `wire.frames`. */
export const READ_LIMIT = 500;
