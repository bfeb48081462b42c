// @ts-check
import { digestText } from './words.mjs';

/** @typedef {import('../../shared/a2a/reduce/conversation.ts').Block} Block */
/** @typedef {import('../../shared/a2a/reduce/conversation.ts').Turn} Turn */
/** @typedef {import('../../shared/model/row.ts').Row} Row */

/** JSON with its keys in order, because the server's order changes from start to start. @param {unknown} value */
const json = (value) =>
  JSON.stringify(value, (_, member) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );

const short = (/** @type {string} */ state) => state.replace(/^TASK_STATE_/, '');

/** @param {Block} block */
function blockWords(block) {
  switch (block.kind) {
    case 'thinking':
      return `thinking: ${digestText(block.text)}${block.cut ? ' (cut)' : ''}`;
    case 'text':
      return `text${block.final ? ' (whole)' : ''}: ${digestText(block.text)}`;
    case 'tool':
      return `tool ${block.name} ${digestText(json(block.input) ?? 'without input')} ${block.status}`;
    case 'usage': {
      const sum = `usage ${block.input} + ${block.output} = ${block.total}`;
      return block.provider === undefined ? sum : `${sum} of ${block.provider}, ${block.cached} cached`;
    }
    case 'question': {
      const about = block.tool === undefined ? '' : ` about ${block.tool}`;
      const choices = (block.choices ?? []).map(({ id }) => id).join(' or ');
      const answer = block.decision === undefined ? choices : block.decision;
      const by = block.answered === undefined ? '' : ` by ${block.answered.by}`;
      const refusal = block.refusal === undefined ? '' : ` (refused: ${block.refusal.code})`;
      return `question of ${block.asks}${about} ${block.state}${by}: ${answer}${refusal}`;
    }
    case 'error':
      return `error of ${block.source}: ${block.message}`;
    case 'artifact': {
      const { name, mediaType } = block.artifact;
      return `artifact ${name} ${mediaType}`;
    }
    case 'state':
      return `state ${short(block.state)}`;
  }
}

/** A conversation in lines, with everything that the views show of it. @param {readonly Turn[]} turns */
export function turnWords(turns) {
  return turns.flatMap((turn) => {
    if (turn.kind === 'user') {
      return [turn.decision ? `user decides ${turn.decision.choice}` : `user: ${turn.text}`];
    }
    const lines = turn.blocks.map(blockWords);
    if (turn.cut) lines.push('cut off');
    if (turn.live) lines.push('still arriving');
    return lines;
  });
}

/** Kinds of rows in order, runs of the same kind as one. @param {readonly Row[]} rows */
export const rowWords = (rows) =>
  rows.map(({ kind }) => kind).filter((kind, index, kinds) => index === 0 || kind !== kinds[index - 1]);
