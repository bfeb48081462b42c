/** Bytes of a file that is fetched, after decoding. */
export const FETCH_LIMIT_BYTES = 64 * 1024 * 1024;
/** Milliseconds of one fetch, redirects included. */
export const FETCH_LIMIT_MS = 600_000;
/** Milliseconds without a byte in the middle of a file. The setting for streams counts where it is shorter. */
export const FETCH_IDLE_MS = 30_000;
/** Bytes of a file of this computer. */
export const LOCAL_LIMIT_BYTES = 64 * 1024 * 1024;
/** Files that did not come along whose bytes are kept in memory. */
export const KEPT_COPIES = 4;
/** Such files of which size, digest and type are kept. */
export const KEPT_LOOKS = 1_000;
