// @ts-check
import { completes, MULTI } from './scenarios-1-0.mjs';
import { eventWords } from './words.mjs';

/** @typedef {import('./compare.mjs').Expected} Expected */
/** @typedef {import('./scenarios-1-0.mjs').Scenario} Scenario */

/**
 * How a server differs from the others where the protocol leaves room, or where it departs from it.
 * @typedef {object} Quirks
 * @property {string} cardName
 * @property {boolean} revalidates answers 304 to If-None-Match
 * @property {boolean} lists has ListTasks
 * @property {boolean} asksAgain knows the answer `again`
 * @property {string} question of the scenario `ask`
 * @property {(text: string) => string} resultText of the artifact `result`
 * @property {(answer: string, before: string, state: string) => { stream: Expected, send: Expected }} follow second turn of a task
 * @property {number | undefined} historyOfZero messages that come with a history length of 0
 * @property {Expected} subscribeEnded
 * @property {Expected} cancelAgain
 * @property {Expected} emptyPushList
 * @property {string[]} [deleteWarnings]
 * @property {(events: Record<string, any>[]) => string[]} subscribed checks the events of a subscription to `slow 3`
 * @property {{ terminalMessage: number, noPushConfig: number }} codes
 */

/**
 * One server in one version.
 * @typedef {object} PeerRun
 * @property {string} peer folder of the agent
 * @property {string} version
 * @property {string[]} args of the agent
 * @property {string[]} options of every command line
 * @property {string} [binding] as it is called in reports; JSON-RPC when left out
 * @property {(expected: Expected) => Expected} [adapt] what the binding makes of an expectation
 * @property {Record<string, Expected>} [instead] what comes in the place of an expectation, by the label of the check
 * @property {string[]} [skipped] checks that make no sense here, by their label
 * @property {Scenario[]} scenarios
 * @property {Quirks} quirks
 */

/** @param {number} code @returns {Expected} */
export const refused = (code) => ({ outcome: 'error', exit: 1, error: { layer: 'rpc', rpc_code: code } });

/**
 * Replaces what a server does differently.
 * @param {Scenario[]} scenarios
 * @param {Record<string, Partial<Pick<Scenario, 'stream' | 'send' | 'options'>>>} differences by text
 * @returns {Scenario[]}
 */
export function withDifferences(scenarios, differences) {
  const known = new Set(scenarios.map((scenario) => scenario.text));
  const stray = Object.keys(differences).find((text) => !known.has(text));
  if (stray) throw new Error(`no scenario has the text '${stray}'`);
  return scenarios.map((scenario) => {
    const difference = scenario.options ? undefined : differences[scenario.text];
    return difference
      ? {
          ...scenario,
          stream: { ...scenario.stream, ...difference.stream },
          send: { ...scenario.send, ...difference.send },
          options: difference.options,
        }
      : scenario;
  });
}

/**
 * The ticks of `slow 3` from wherever the subscription came in, up to the end.
 * @param {string[]} ticks
 * @param {string} end
 * @param {boolean} snapshot a task comes first
 */
export function ticksThen(ticks, end, snapshot) {
  return (/** @type {Record<string, any>[]} */ events) => {
    const words = events.map(eventWords);
    const first = words[0] ?? '';
    const problems = [];
    if (snapshot && !first.startsWith('task WORKING')) problems.push(`first event: ${first}`);
    const rest = snapshot ? words.slice(1) : words;
    const wanted = [...ticks, end];
    const tail = wanted.slice(wanted.length - rest.length);
    if (rest.length === 0 || JSON.stringify(rest) !== JSON.stringify(tail))
      problems.push(`events: ${JSON.stringify(words)}`);
    return problems;
  };
}

/** One artifact with one text. */
export const answered = (/** @type {string} */ id, /** @type {string} */ text) => [
  { artifactId: id, text, parts: 1, sealed: true },
];

/** What 0.3 cannot say: ListTasks, and the media type of a text. */
export const COMPAT_QUIRKS = { lists: false };
/** The artifact of `multi` as 0.3 carries it. */
export const COMPAT_MULTI = completes(MULTI.text, MULTI.middle, [
  { ...MULTI.artifact, content: MULTI.artifact.content.map((part) => ('text' in part ? { text: part.text } : part)) },
]);
