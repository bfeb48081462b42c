/** Bounds of a connection test; every one states its unit. */

/** Milliseconds for the answer of a name server. */
export const DNS_TIMEOUT_MS = 5_000;
/** Milliseconds for one TCP connection, or for a proxy to open one. */
export const TCP_TIMEOUT_MS = 5_000;
/** Milliseconds for a TLS handshake. */
export const TLS_TIMEOUT_MS = 8_000;
/** Milliseconds to wait after a handshake for a server that turns the client down: in TLS 1.3 that comes afterwards. */
export const TLS_ALERT_MS = 150;
/** Milliseconds until the first byte of a card, or of the answer to the test call. */
export const ANSWER_TIMEOUT_MS = 10_000;
/** Addresses of one name that are tried. */
export const ADDRESS_LIMIT = 8;
/** Interfaces of one card that are tried. */
export const INTERFACE_LIMIT = 16;
/** Certificates of one chain that are shown. */
export const CHAIN_LIMIT = 10;
/** Days before its end from which on a certificate is called short-lived. */
export const EXPIRES_SOON_DAYS = 14;
/** Agents whose last run is kept. */
export const RUN_LIMIT = 64;
