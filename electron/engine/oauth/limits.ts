/** Milliseconds a sign-in in the browser may take. */
export const BROWSER_LIMIT_MS = 10 * 60_000;
/** Seconds between two questions for a device's token when the service names none (RFC 8628 §3.2). */
export const DEVICE_INTERVAL_S = 5;
/** Seconds added to that by each `slow_down` (RFC 8628 §3.5). */
export const SLOW_DOWN_S = 5;
/** Seconds a device code lives when the service does not say it. */
export const DEVICE_LIFE_S = 600;
/** Longest lifetime of a device code that is believed, seconds. */
export const DEVICE_LIFE_LIMIT_S = 24 * 60 * 60;
/** Questions in a row that may fail on the way before a device sign-in ends. */
export const DEVICE_FAILURES_LIMIT = 3;
/** Characters of an answer that are shown beside the steps. */
export const ANSWER_LIMIT_CHARS = 4_000;
/** Seconds of the longest lifetime of a token that is believed: a hundred years. */
export const TOKEN_LIFE_LIMIT_S = 100 * 365 * 24 * 60 * 60;
