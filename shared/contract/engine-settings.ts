/** Choices that the engine works by and the page shows. Times are milliseconds. */
export interface EngineSettings {
  /** Until a connection stands (DNS, TCP and TLS together); 0 is no limit. */
  connectTimeoutMs: number;
  /** Until the first byte of an answer; 0 is no limit. A blocking SendMessage waits for the whole task. */
  requestTimeoutMs: number;
  /** Without a byte in an answer that has begun; 0 is no limit. Every byte starts it again. */
  streamIdleTimeoutMs: number;
  /** Silence after which the page says that nothing comes; 0 never says so. */
  quietHintMs: number;
  /** Subscribe again to a task whose stream broke while the task went on. */
  autoResubscribe: boolean;
  /** Wait before each attempt to subscribe again; their number is the number of attempts. */
  resubscribeWaitsMs: number[];
  /** Share of a wait by which it is made shorter or longer at random, so that many do not come back at once. */
  resubscribeJitter: number;
  /** Between an answer and the next question about a task that is watched by asking. */
  pollIntervalMs: number;
  /** Watch a task by asking where the agent offers no stream of it. */
  autoWatch: boolean;
}

/** Used where the person chose nothing else. */
export const ENGINE_SETTINGS: EngineSettings = {
  connectTimeoutMs: 15_000,
  requestTimeoutMs: 300_000,
  streamIdleTimeoutMs: 300_000,
  quietHintMs: 10_000,
  autoResubscribe: true,
  resubscribeWaitsMs: [1_000, 2_000, 4_000, 8_000, 15_000, 30_000],
  resubscribeJitter: 0,
  pollIntervalMs: 2_000,
  autoWatch: true,
};

/** Longest delay a timer can take, milliseconds. */
export const TIMER_LIMIT_MS = 2 ** 31 - 1;
