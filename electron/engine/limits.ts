/** Named bounds of the engine. Every one states its unit; those a person can change are settings with these defaults. */

/** Milliseconds until a connection stands (DNS, TCP and TLS together). Setting `connectTimeoutMs`. */
export const CONNECT_TIMEOUT_MS = 15_000;
/** Milliseconds until the first byte of an answer. A blocking SendMessage waits for the whole task. Setting `requestTimeoutMs`. */
export const REQUEST_TIMEOUT_MS = 300_000;
/** Milliseconds without a byte in an answer that has begun. Setting `streamIdleTimeoutMs`. */
export const STREAM_IDLE_TIMEOUT_MS = 300_000;
/** Milliseconds an idle socket is kept. Below the 5 s after which common servers close theirs, so that none is used while it closes. */
export const IDLE_SOCKET_MS = 4_000;
/** Redirects followed for one exchange. */
export const REDIRECT_LIMIT = 5;
/** Bytes of one answer that is no stream, after decoding. */
export const BODY_LIMIT_BYTES = 256 * 1024 * 1024;
/** Bytes of one SSE block. */
export const SSE_FRAME_LIMIT_BYTES = 64 * 1024 * 1024;
/** Milliseconds of one turn of the event loop that may go into incoming bytes before other work gets its turn. */
export const INGEST_SLICE_MS = 8;

/** Milliseconds that recorded lines may wait before they are handed to the file. */
export const SESSION_FLUSH_MS = 200;
/** Bytes of recorded lines that are handed to the file at once, without waiting. */
export const SESSION_FLUSH_BYTES = 256 * 1024;
/** Bytes of one slab of recorded lines. */
export const SLAB_BYTES = 1024 * 1024;
/** Bytes of recorded lines kept in memory per live session; older ones are read back from the file. */
export const STORE_MEMORY_BYTES = 8 * 1024 * 1024;
/** Bytes read from a session file at once. */
export const READ_CHUNK_BYTES = 1024 * 1024;
/** Milliseconds of one turn that reading a session file may take. */
export const READ_SLICE_MS = 10;
/** Kept sessions that stay loaded at the same time. */
export const OPEN_SESSIONS_LIMIT = 4;
/** Rows of one session whose findings are kept beside the row; beyond it they are computed again on demand. */
export const KEPT_FINDINGS_ROWS = 20_000;
/** Milliseconds of one turn that replaying rows into a feed may take. */
export const FEED_SLICE_MS = 8;
/** Known secret values that are looked for in answers. */
export const ECHO_SECRETS_LIMIT = 32;
/** Ended exchanges whose outcome can still be asked for. */
export const KEPT_OUTCOMES = 256;
