import { isQuiet, type Lane, type Row, type RowKind } from '../../../shared/model/row.ts';
import { LANE_ICON, stateGlyph } from '../../state/glyphs.ts';
import { hasString, type StringKey, t } from '../../strings/index.ts';
import type { IconName } from '../../ui/icons.ts';
import { formatCount, formatDuration, formatSeconds, oneLine, shortId } from '../../ui/text.ts';
import { delayText, deliveryMarks } from '../../views/delivery-words.ts';
import type { FoldInfo, TimelineItem } from './view-model.ts';

/** How the words of a row are set. */
export type Look = 'plain' | 'strong' | 'mono' | 'thought' | 'faint';

export interface RowFace {
  icon: IconName;
  kind: string;
  /** First words, emphasised: a tool's or an artifact's name. */
  name: string;
  text: string;
  look: Look;
  /** State to show as a mark. */
  state?: string;
}

const KIND_ICON: Partial<Record<RowKind, IconName>> = {
  request: 'arrow-right',
  response: 'arrow-left',
  end: 'arrow-left',
  permission: 'lock',
  answer: 'lock',
  delivery: 'bell',
  note: 'info',
};

/** States are marked where a row is about the state; deltas repeat the state they belong to and stay quiet. */
const STATE_KINDS = new Set<RowKind>(['task', 'status', 'permission', 'delivery', 'result']);

const LOOKS: Partial<Record<RowKind, Look>> = {
  request: 'strong',
  text: 'strong',
  message: 'strong',
  thinking: 'thought',
  'tool-input-delta': 'mono',
  comment: 'faint',
};

const USAGE = /^(\d+|\?) \+ (\d+|\?)(?: = (\d+))?/;
const LENGTHS = /^(?:\+\d+)+$/;
const grouped = (digits: string): string => (digits === '?' ? digits : formatCount(Number(digits)));

/**
 * Words of an item: what a row says, or what the frames of a fold say together. `origin` is the `at` that times are
 * counted from, ms.
 */
export function faceOf(item: TimelineItem, streamed: boolean, origin = 0): RowFace {
  const { row } = item;
  if (item.fold && isQuiet(row)) return quietFace(item.fold);
  const kind = kindWord(row, streamed);
  const { name, text, faint } = wordsOf(row, item.fold?.text ?? row.text, item.artifactName, origin);
  const look = faint ? 'faint' : (LOOKS[row.kind] ?? 'plain');
  return {
    icon: KIND_ICON[row.kind] ?? LANE_ICON[row.lane],
    kind,
    name: oneLine(name),
    text: oneLine(text),
    look: row.kind === 'tool-input-delta' && LENGTHS.test(row.text) ? 'plain' : look,
    ...(row.state !== undefined && STATE_KINDS.has(row.kind) ? { state: row.state } : {}),
  };
}

/** Many equal questions of a watch, drawn as one row. */
const quietFace = ({ requests = 0 }: FoldInfo): RowFace => ({
  icon: 'eye',
  kind: t('kind.poll'),
  name: '',
  text: t('timeline.polls', { count: requests }),
  look: 'faint',
});

function kindWord({ kind, name }: Row, streamed: boolean): string {
  if (kind === 'end' && streamed) return t('kind.end.stream');
  return kind === 'note' && name === 'gap' ? t('note.gap') : t(`kind.${kind}`);
}

interface Words {
  name: string;
  text: string;
  /** Said by Loupe and not by the agent. */
  faint?: true;
}

function wordsOf(row: Row, text: string, artifactName: string | undefined, origin: number): Words {
  switch (row.kind) {
    case 'request':
      // An id is shortened, an address is not.
      if (row.message) return { name: '', text };
      return { name: row.name ?? '', text: text === '' || text.includes(' ') ? text : shortId(text) };
    case 'tool-started':
    case 'tool-input':
    case 'tool-progress':
    case 'tool-result':
      return { name: row.name ?? '', text };
    case 'permission':
    case 'answer':
      return { name: row.name ?? '', text };
    case 'tool-input-delta':
      return { name: '', text: LENGTHS.test(text) ? t('timeline.text.chars', { count: sumOf(text) }) : text };
    case 'artifact': {
      const name = artifactName ?? row.artifact?.name ?? shortId(row.artifact?.id ?? '');
      const rest = text.startsWith(name) ? text.slice(name.length).replace(/^ · /, '') : text;
      return { name, text: rest };
    }
    case 'usage': {
      const [, input, output, total] = USAGE.exec(text) ?? [];
      if (!input || !output) return { name: '', text };
      const said = { input: grouped(input), output: grouped(output), total: grouped(total ?? '?') };
      return { name: '', text: t('timeline.text.usage', said) };
    }
    case 'task':
      return text === '' && row.task ? { name: '', text: taskWords(row), faint: true } : { name: '', text };
    case 'status':
      return text === '' ? { name: '', text: t('timeline.text.status'), faint: true } : { name: '', text };
    case 'end': {
      const key = `timeline.end.${row.name}`;
      const said = hasString(key) ? t(key) : (row.name ?? '');
      // The person knows why they stopped.
      return { name: '', text: text === '' || row.name === 'aborted' ? said : `${said} · ${text}` };
    }
    case 'note': {
      const key = `note.${row.name}`;
      const said = hasString(key) ? t(key) : (row.name ?? '');
      return { name: row.name === 'gap' ? '' : said, text: noteText(row, text, origin) };
    }
    case 'delivery': {
      const key = `kind.${row.name}`;
      if (text !== '') return { name: '', text };
      return { name: '', text: t(hasString(key) ? key : 'timeline.text.empty'), faint: true };
    }
    case 'error':
      return { name: row.name ?? '', text };
    default:
      return text === '' ? { name: '', text: t('timeline.text.empty'), faint: true } : { name: '', text };
  }
}

/** What a step of a broken stream says; the text of the log is for those who read it without Loupe. */
function noteText(row: Row, text: string, origin: number): string {
  const { reconnect, name, duration } = row;
  if (name === 'gap' && duration !== undefined) {
    const from = formatSeconds(row.at - duration - origin);
    return t('timeline.gap.between', { from, to: formatSeconds(row.at - origin) });
  }
  if (name === 'reconciled') return t('timeline.reconciled', { count: row.marks?.findings ?? 0 });
  if (!reconnect) return text;
  const { phase, attempt, of, inMs = 0, cause } = reconnect;
  if (phase === 'gave-up') {
    const key = `timeline.plan.${cause}`;
    return hasString(key) ? t(key) : text;
  }
  const seconds = Math.round(inMs / 100) / 10;
  const key = phase === 'waiting' ? 'timeline.step.waiting' : `timeline.step.${phase}`;
  return t(key as StringKey, { seconds, attempt, of });
}

const sumOf = (lengths: string): number =>
  lengths
    .slice(1)
    .split('+')
    .reduce((sum, length) => sum + Number(length), 0);

const taskWords = (row: Row): string =>
  row.context
    ? t('timeline.text.task', { task: shortId(row.task ?? ''), context: shortId(row.context) })
    : t('timeline.text.task.only', { task: shortId(row.task ?? '') });

/** `+41` in ms, `+8.3 s` above one second. */
export function gapText(gap: number | undefined): string {
  if (gap === undefined) return '';
  return gap < 1_000 ? `+${Math.round(gap)}` : `+${(gap / 1_000).toFixed(1)} s`;
}

/** What a screen reader says of a row: kind, summary, state, time. */
export function rowName(face: RowFace, row: Row, origin: number): string {
  const marks = deliveryMarks(row).map((mark) => mark.text);
  const summary = [face.name, face.text, ...marks].filter((part) => part !== '').join(' ');
  const time = formatSeconds(row.at - origin);
  if (!face.state) return t('timeline.row', { kind: face.kind, summary, time });
  return t('timeline.row.state', { kind: face.kind, summary, state: stateGlyph(face.state).word, time });
}

/** Duration column: of the row itself, or from the first frame of a fold to its last; how late a delivery is. */
export function durationText(item: TimelineItem): string {
  if (item.row.delivery) return delayText(item.row);
  const ms = item.fold ? item.fold.duration : item.row.duration;
  return ms === undefined ? '' : formatDuration(ms);
}

/** The id that a row is about: its task, else its message, else its number. */
export const idOf = (row: Row): string => row.task ?? row.message?.id ?? String(row.seq);

/** Class of a lane's colour. */
export const laneTone = (lane: Lane): string => `lane-${lane}`;
