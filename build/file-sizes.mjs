// @ts-check
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from './paths.mjs';
import { filesBelow } from './stamp.mjs';

/** A source file longer than this fails, lines. */
const LIMIT_LINES = 500;
/** A source file longer than this is named, lines. */
const LONG_LINES = 300;

const ROOMS = ['shared', 'electron', 'renderer', 'e2e', 'build'];
const SOURCE = /\.([cm]?[jt]sx?|css|html)$/;

/** @param {string} text */
export function countLines(text) {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/**
 * Sorts files by their length.
 * @param {{ name: string, lines: number }[]} files
 * @returns {{ tooLong: string[], long: string[] }} one short text per file
 */
export function judgeSizes(files) {
  const say = (/** @type {{ name: string, lines: number }} */ { name, lines }) => `${name} (${lines} lines)`;
  return {
    tooLong: files
      .filter(({ lines }) => lines > LIMIT_LINES)
      .map((file) => `${say(file)}: the limit is ${LIMIT_LINES}`),
    long: files.filter(({ lines }) => lines > LONG_LINES && lines <= LIMIT_LINES).map(say),
  };
}

/** Judges every source file of the project. */
export function checkSizes() {
  const sources = ROOMS.flatMap((room) => filesBelow(join(ROOT, room))).filter((file) => SOURCE.test(file));
  return judgeSizes(
    sources.map((file) => ({ name: relative(ROOT, file), lines: countLines(readFileSync(file, 'utf8')) })),
  );
}
