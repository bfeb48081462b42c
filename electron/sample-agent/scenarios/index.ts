import type { Message } from '../model.ts';
import { artifacts } from './artifacts.ts';
import { burst } from './burst.ts';
import { chat } from './chat.ts';
import { echo, echoScenario } from './echo.ts';
import { failing } from './failing.ts';
import { questions } from './questions.ts';
import { runtime } from './runtime.ts';
import type { Family, ReplyScenario, Scenario, Skill } from './scenario.ts';
import { slow } from './slow.ts';
import { text } from './text.ts';
import { thinking } from './thinking.ts';
import { tools } from './tools.ts';

/** One line per family; the order is that of the card and of the help text. */
const families: readonly Family[] = [chat, text, tools, thinking, artifacts, questions, slow, failing, burst, echo];

/** Named on the extended card only. */
const extendedFamilies: readonly Family[] = [runtime];

/** Skills of the public card. */
export const publicSkills: readonly Skill[] = families.map((family) => family.skill);

/** Skills of the extended card: the public ones and one more. */
export const extendedSkills: readonly Skill[] = [...publicSkills, ...extendedFamilies.map((family) => family.skill)];

const help: ReplyScenario = {
  kind: 'reply',
  words: ['help'],
  usage: 'this list',
  reply: () => [{ text: helpText(), mediaType: 'text/markdown' }],
};

const scenarios: readonly Scenario[] = [
  help,
  ...[...families, ...extendedFamilies].flatMap((family) => family.scenarios),
];

const byWord: ReadonlyMap<string, Scenario> = new Map(
  scenarios.flatMap((scenario) => scenario.words.map((word) => [word, scenario] as const)),
);

/** Every first word that chooses a scenario, in the order of the help text. */
export const scenarioWords: readonly string[] = Array.from(byWord.keys());

/** Picks the scenario by the first word of the message's text; any other text is a small task with the whole of it. */
export function chooseScenario(message: Message): { scenario: Scenario; rest: string } {
  const said = message.parts
    .map((part) => part.text ?? '')
    .join(' ')
    .trim();
  const [word = ''] = said.split(/\s/, 1);
  const scenario = byWord.get(word.toLowerCase().replace(/[.,:;!?]+$/, ''));
  return scenario ? { scenario, rest: said.slice(word.length).trim() } : { scenario: echoScenario, rest: said };
}

function helpText(): string {
  const lines = scenarios.map(({ words, usage }) => `- \`${words.join('` or `')}\`: ${usage}`);
  return [
    'The first word of a message decides what I do:',
    '',
    ...lines,
    `- anything else: ${echoScenario.usage}`,
  ].join('\n');
}
