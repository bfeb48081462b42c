// @ts-check
/**
 * One event of the command line's JSON output in one line, so that a whole stream can be written down and compared:
 * `task SUBMITTED`, `status WORKING: working on: task`, `artifact result (last): result: x`, `message: echo: x`,
 * `error -32603`. A chunk that adds to an artifact has a plus sign: `artifact stream +: line 1`.
 * @param {Record<string, any>} event
 * @returns {string}
 */
export function eventWords(event) {
  const state = event.state === undefined ? '' : ` ${String(event.state).replace(/^TASK_STATE_/, '')}`;
  const kinds = (event.parts ?? []).map(partKind).filter((/** @type {string} */ kind) => kind !== 'text');
  const others = kinds.length > 0 ? ` [${kinds.join(' ')}]` : '';
  const text = event.text ? `: ${event.text.trimEnd()}` : '';
  switch (event.type) {
    case 'task':
      return `task${state}${text}${others}`;
    case 'statusUpdate':
      return `status${state}${text}${others}`;
    case 'artifactUpdate':
      return `artifact ${named(event.artifactId)}${event.append ? ' +' : ''}${event.lastChunk ? ' (last)' : ''}${text}${others}`;
    case 'message':
      return `message${text}${others}`;
    case 'rpcError':
    case 'restError':
      return `error ${event.code ?? 'without a code'}`;
    default:
      return `${event.type}: ${event.raw ?? ''}`;
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An id that the agent chose, or the word `UUID` for one that its server made up. @param {string} id */
export const named = (id) => (UUID.test(id) ? 'UUID' : id);

/** @param {Record<string, unknown>} part */
export function partKind(part) {
  return ['text', 'raw', 'url', 'data'].find((kind) => kind in part) ?? 'unknown';
}

/** A text that is compared by its length and ends, because it is long. @param {string} text */
export function digestText(text) {
  return text.length <= 400 ? text : `${text.slice(0, 60)}…${text.slice(-60)} (${text.length} characters)`;
}

/**
 * Numbers 0 to n - 1 made into lines.
 * @template T
 * @param {number} n
 * @param {(i: number) => T} make
 * @returns {T[]}
 */
export const times = (n, make) => Array.from({ length: n }, (_, i) => make(i));
