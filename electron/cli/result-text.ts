import type { CredentialView, VaultView } from '../../shared/contract/access.ts';
import type { AgentCard } from '../../shared/model/card.ts';
import type { CredentialScheme } from '../../shared/model/credential.ts';
import type { TaskPushNotificationConfig } from '../../shared/model/push.ts';
import type { Task } from '../../shared/model/task.ts';
import type { OutcomeLine } from './outcome-line.ts';
import { cell, type Style, stateColour, stateWord } from './style.ts';
import { visibleLine } from './visible.ts';

const LABEL_WIDTH = 16;

/** Columns as wide as their widest cell, two spaces apart. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((text, index) => {
      widths[index] = Math.max(widths[index] ?? 0, text.length);
    });
  return rows
    .map((row) =>
      row
        .map((text, index) => text.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const yesNo = (value: boolean | undefined): string => (value === undefined ? 'not said' : value ? 'yes' : 'no');

function cardText(card: AgentCard, outcome: OutcomeLine, style: Style): string {
  const line = (label: string, value: string | undefined) =>
    value ? `${cell(style, 'dim', label, LABEL_WIDTH)}${visibleLine(value)}` : undefined;
  const { capabilities } = card;
  const required = (card.securityRequirements ?? []).map((item) => Object.keys(item.schemes ?? {}).join(' + '));
  const lines = [
    line('Name', `${card.name} ${card.version}`),
    line('Description', card.description),
    line('Provider', card.provider && `${card.provider.organization}  ${card.provider.url}`),
    line('Card', outcome.card_url),
    ...(card.supportedInterfaces ?? []).map((item, index) =>
      line(
        index === 0 ? 'Interfaces' : ' ',
        [item.protocolBinding, item.protocolVersion, item.url, item.tenant && `tenant ${item.tenant}`]
          .filter(Boolean)
          .join('  '),
      ),
    ),
    line('Streaming', yesNo(capabilities?.streaming)),
    line('Push', yesNo(capabilities?.pushNotifications)),
    line('Extended card', yesNo(capabilities?.extendedAgentCard)),
    ...(capabilities?.extensions ?? []).map((item) =>
      line('Extension', `${item.uri}${item.required ? '  required' : ''}`),
    ),
    line('Access', required.length > 0 ? required.map((item) => item || 'none').join(' or ') : undefined),
    line('Input', (card.defaultInputModes ?? []).join(', ')),
    line('Output', (card.defaultOutputModes ?? []).join(', ')),
    ...(card.skills ?? []).map((skill) => line('Skill', `${skill.name}: ${skill.description}`)),
    line('Signatures', card.signatures?.length ? String(card.signatures.length) : undefined),
    outcome.not_modified === undefined
      ? undefined
      : line('Second request', outcome.not_modified ? '304, the card has not changed' : 'answered in full'),
  ];
  return lines.filter((item) => item !== undefined).join('\n');
}

function tasksText(tasks: readonly Task[], outcome: OutcomeLine, style: Style): string {
  const rows = tasks.map((task) => [
    task.id,
    stateWord(task.status?.state ?? ''),
    task.status?.timestamp ?? '',
    task.contextId ?? '',
  ]);
  const text = table([['TASK', 'STATE', 'CHANGED', 'CONTEXT'], ...rows.map((row) => row.map(visibleLine))]);
  const coloured = text
    .split('\n')
    .map((line, index) => {
      const task = tasks[index - 1];
      const word = stateWord(task?.status?.state ?? '');
      return word ? line.replace(word, style(stateColour(task?.status?.state), word)) : style('dim', line);
    })
    .join('\n');
  const total = outcome.total_size === undefined ? '' : ` of ${outcome.total_size}`;
  const more = outcome.next_page_token ? `; next page: --page-token ${visibleLine(outcome.next_page_token)}` : '';
  return `${coloured}\n${tasks.length}${total} ${tasks.length === 1 ? 'task' : 'tasks'}${more}`;
}

function pushText(configs: readonly TaskPushNotificationConfig[], style: Style): string {
  if (configs.length === 0) return 'No push notification configuration';
  const rows = configs.map((config) => [
    config.id ?? '',
    config.url,
    config.token ? 'token' : '',
    config.authentication?.scheme ?? '',
  ]);
  const text = table([['CONFIG', 'WEBHOOK', 'TOKEN', 'ACCESS'], ...rows.map((row) => row.map(visibleLine))]);
  const [head, ...rest] = text.split('\n');
  return [style('dim', head ?? ''), ...rest].join('\n');
}

const KIND_WORDS: Readonly<Record<CredentialScheme['type'], string>> = {
  bearer: 'bearer token',
  basic: 'basic',
  apiKey: 'API key',
  headers: 'headers',
  oauth2: 'OAuth',
  mutualTLS: 'client certificate',
};

const STATE_WORDS: Readonly<Record<CredentialView['state'], string>> = {
  valid: 'valid',
  untested: 'not used yet',
  refused: 'refused',
  expired: 'expired',
  'enter-again': 'must be entered again',
  locked: 'locked',
};

function vaultText({ kind, locked, kept, problem }: VaultView): string {
  if (kind !== 'file') return 'Nothing is kept. loupe access keep URL makes a file behind a passphrase.';
  const state = locked ? 'locked' : 'open';
  const count = `${kept} ${kept === 1 ? 'credential' : 'credentials'} kept behind a passphrase, ${state}`;
  return problem ? `${count}\n${visibleLine(problem)}` : count;
}

function accessText(vault: VaultView, credentials: readonly CredentialView[] | undefined, style: Style): string {
  if (!credentials) return vaultText(vault);
  if (credentials.length === 0) return `${vaultText(vault)}\nNone of them for this origin`;
  const rows = credentials.map(({ name, scheme, state, origin }) =>
    [name, KIND_WORDS[scheme.type], STATE_WORDS[state], origin].map(visibleLine),
  );
  const [head, ...rest] = table([['CREDENTIAL', 'KIND', 'STATE', 'ORIGIN'], ...rows]).split('\n');
  return [vaultText(vault), style('dim', head ?? ''), ...rest].join('\n');
}

/** Results that are no events, for people: a card, a list of tasks, push configurations, kept credentials. */
export function resultText(outcome: OutcomeLine, style: Style): string | undefined {
  if (outcome.vault) return accessText(outcome.vault, outcome.credentials, style);
  if (outcome.card) return cardText(outcome.card, outcome, style);
  if (outcome.tasks) return tasksText(outcome.tasks, outcome, style);
  if (outcome.push_configs) return pushText(outcome.push_configs, style);
  if (outcome.push_config) return pushText([outcome.push_config], style);
  return undefined;
}
