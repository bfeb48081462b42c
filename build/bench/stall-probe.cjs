// @ts-check
// Runs in the process of the engine: notes in a file when its event loop was late, and by how much.
const { appendFileSync } = require('node:fs');
const { performance } = require('node:perf_hooks');

const file = process.env.LOUPE_BENCH_STALLS;
/** The loop is asked to come round this often, milliseconds. */
const EVERY_MS = 2;
/** Smaller delays are not noted, milliseconds. */
const NOTED_MS = 4;
/** Notes are kept in memory for this long, milliseconds. */
const WRITE_MS = 250;

if (file) {
  let last = performance.now();
  let lines = '';
  setInterval(() => {
    const now = performance.now();
    const late = now - last - EVERY_MS;
    last = now;
    if (late >= NOTED_MS) lines += `${JSON.stringify({ at: Date.now(), late })}\n`;
  }, EVERY_MS).unref();
  setInterval(() => {
    if (lines === '') return;
    appendFileSync(file, lines);
    lines = '';
  }, WRITE_MS).unref();
}
