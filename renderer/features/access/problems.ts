import { type Draft, isHeld, secretsOf } from './draft.ts';

/** Field of the form, or `secret:<name>`. */
export type ProblemField =
  | 'username'
  | 'key'
  | 'lines'
  | 'metadataUrl'
  | 'tokenUrl'
  | 'authorizationUrl'
  | 'deviceAuthorizationUrl'
  | 'refreshUrl'
  | 'clientId'
  | 'redirectPort'
  | `secret:${string}`;

export type ProblemWord = 'required' | 'url' | 'endpoint' | 'header' | 'port' | 'line-break';

export interface DraftProblem {
  field: ProblemField;
  word: ProblemWord;
}

/** RFC 9110 §5.6.2, token. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const LINE_BREAK = /[\r\n\0]/;
const PORT_LIMIT = 65_535;

const isAddress = (text: string): boolean => {
  try {
    return /^https?:$/.test(new URL(text.trim()).protocol);
  } catch {
    return false;
  }
};

/** What keeps a form from being saved. */
export function problemsOf(draft: Draft): DraftProblem[] {
  return [...fieldProblems(draft), ...secretProblems(draft)];
}

/** The word about one field. */
export const problemAt = (problems: readonly DraftProblem[], field: ProblemField): ProblemWord | undefined =>
  problems.find((problem) => problem.field === field)?.word;

function fieldProblems(draft: Draft): DraftProblem[] {
  switch (draft.type) {
    case 'basic':
      return draft.username === '' ? [{ field: 'username', word: 'required' }] : [];
    case 'apiKey':
      if (draft.key.trim() === '') return [{ field: 'key', word: 'required' }];
      return draft.place === 'query' || HEADER_NAME.test(draft.key.trim()) ? [] : [{ field: 'key', word: 'header' }];
    case 'headers':
      if (draft.lines.some((line) => line.trim() === '')) return [{ field: 'lines', word: 'required' }];
      return draft.lines.every((line) => HEADER_NAME.test(line.trim())) ? [] : [{ field: 'lines', word: 'header' }];
    case 'oauth2':
      return oauthProblems(draft);
    default:
      return [];
  }
}

function oauthProblems(draft: Draft): DraftProblem[] {
  const problems: DraftProblem[] = [];
  const needed = new Set<ProblemField>(['tokenUrl']);
  if (draft.flow === 'authorizationCode') needed.add('authorizationUrl');
  if (draft.flow === 'deviceCode') needed.add('deviceAuthorizationUrl');
  const discovered = draft.metadataUrl.trim() !== '';
  for (const field of [
    'metadataUrl',
    'tokenUrl',
    'authorizationUrl',
    'deviceAuthorizationUrl',
    'refreshUrl',
  ] as const) {
    const value = draft[field].trim();
    if (value === '' && needed.has(field) && !discovered) problems.push({ field, word: 'endpoint' });
    if (value !== '' && !isAddress(value)) problems.push({ field, word: 'url' });
  }
  if (draft.clientId.trim() === '') problems.push({ field: 'clientId', word: 'required' });
  const port = draft.redirectPort.trim();
  if (port !== '' && !(/^\d+$/.test(port) && Number(port) > 0 && Number(port) <= PORT_LIMIT))
    problems.push({ field: 'redirectPort', word: 'port' });
  return problems;
}

function secretProblems(draft: Draft): DraftProblem[] {
  const problems: DraftProblem[] = [];
  for (const name of secretsOf(draft)) {
    const typed = draft.secrets[name] ?? '';
    const field: ProblemField = `secret:${name}`;
    if (LINE_BREAK.test(typed)) problems.push({ field, word: 'line-break' });
    else if (typed === '' && !isHeld(draft, name) && draft.type !== 'basic') problems.push({ field, word: 'required' });
  }
  return problems;
}

/** A space at an end is part of what is sent, and mostly a slip of copying. */
export const hasLooseSpace = (secret: string): boolean => secret !== secret.trim();

/** An address lies on another origin than the agent. */
export function otherOrigin(url: string, origin: string): string | undefined {
  try {
    const address = new URL(url.trim());
    return /^https?:$/.test(address.protocol) && address.origin !== origin ? address.host : undefined;
  } catch {
    return undefined;
  }
}
