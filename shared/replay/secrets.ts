import { MASK } from '../lib/mask.ts';
import type { RequestEntry } from '../model/entry.ts';

/** A text in which masked values are named: plain text, or the variable that stands for what was masked. */
export type Piece = { text: string } | { variable: string };

/** Gives every masked value of one request a variable of its own, named after where it stood. */
export interface SecretNames {
  /** Names given so far, in order. */
  readonly variables: readonly string[];
  /** Cuts a text at its masks; `name` is called once per mask with its number from 0. */
  pieces(text: string, name: (index: number) => string): Piece[];
}

export function createSecretNames(): SecretNames {
  const variables: string[] = [];
  const give = (wanted: string): string => {
    const base = variableName(wanted);
    let name = base;
    for (let count = 2; variables.includes(name); count++) name = `${base}_${count}`;
    variables.push(name);
    return name;
  };
  return {
    variables,
    pieces(text, name) {
      const parts = text.split(MASK);
      const pieces: Piece[] = [];
      for (const [index, part] of parts.entries()) {
        if (index > 0) pieces.push({ variable: give(name(index - 1)) });
        if (part !== '') pieces.push({ text: part });
      }
      return pieces.length === 0 ? [{ text: '' }] : pieces;
    },
  };
}

/** `x-api-key` becomes `X_API_KEY`. */
function variableName(wanted: string): string {
  const name = wanted
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase();
  if (name === '') return 'SECRET';
  return /^\d/.test(name) ? `_${name}` : name;
}

/** The URL without its user part, which travels as an Authorization line. */
export const urlPieces = (names: SecretNames, url: string): Piece[] => {
  const bare = url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#@]*@/i, '$1').replace(/#.*$/, '');
  const keys = [...bare.matchAll(/[?&]([^=&]+)=([^&]*)/g)].flatMap(([, key = '', value = '']) =>
    value.split(MASK).slice(1).fill(key),
  );
  return names.pieces(bare, (index) => keys[index] ?? 'secret');
};

/** The text of a request body; masks that a person typed stay what they are. */
export function bodyPieces(names: SecretNames, body: RequestEntry['body']): Piece[] {
  const text = body.text ?? '';
  const masked = body.masked ?? [];
  if (masked.length === 0) return [{ text }];
  const known = text.split(MASK).length - 1 === masked.length;
  return names.pieces(text, (index) => (known ? lastStep(masked[index] ?? '') : 'secret'));
}

const lastStep = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1);
