/** Bytes of one delivery, also after decoding. Snapshots of tasks carry whole artifacts. */
export const DELIVERY_BODY_LIMIT_BYTES = 16 * 1024 * 1024;
/** Bytes of one delivery that is not verified: enough to see what somebody wanted. */
export const UNVERIFIED_BODY_LIMIT_BYTES = 64 * 1024;
/** Bytes of all deliveries that are being received at the same time. */
export const OPEN_BODIES_LIMIT_BYTES = 64 * 1024 * 1024;
/** Bytes of a request's header lines. */
export const DELIVERY_HEAD_LIMIT_BYTES = 16 * 1024;
/** Characters of an address nobody has registered, as it is recorded. */
export const TARGET_LIMIT_CHARS = 1024;
/** Milliseconds in which a connection has to send its head. */
export const DELIVERY_HEAD_TIMEOUT_MS = 10_000;
/** Milliseconds in which it has to send the body then. */
export const DELIVERY_BODY_TIMEOUT_MS = 15_000;
/** Connections at the same time. */
export const DELIVERY_SOCKETS = 64;
/** Bytes of a body that are thrown away after a refusal, so that the sender gets to read the answer, and milliseconds for it. */
export const DRAIN_LIMIT_BYTES = 1024 * 1024;
export const DRAIN_LIMIT_MS = 1_000;

/** Deliveries of one registration: how many at once, and how many a second from then on. Agents push every chunk. */
export const DELIVERY_RATE = { burst: 2_000, perSecond: 500 } as const;
/** Deliveries of one registration that are not verified. */
export const UNVERIFIED_RATE = { burst: 50, perSecond: 5 } as const;
/** Requests to unknown addresses that are recorded; more are only counted. */
export const STRAY_RATE = { burst: 20, perSecond: 1 } as const;
/** Milliseconds between two notes of one kind about deliveries that were not recorded. */
export const LIMITED_NOTE_MS = 10_000;
/** Addresses that are given out. */
export const REGISTRATIONS_LIMIT = 200;
/** Bytes of an address' random part and of a token. */
export const RANDOM_BYTES = 24;
