import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { unframe } from '../bindings/jsonrpc.ts';
import { dialects } from './index.ts';
import { lost, REPEATED } from './testing/lost.ts';
import { type Call, METHODS } from './testing/methods.ts';

// Transcripts of one server over all its transports lie beside the repository on machines that have it.
const FOLDER = fileURLToPath(new URL('../../../../shared/captures/iac-code', import.meta.url));

type Fields = Record<string, unknown>;

/** The JSON object that ends a line, whatever stands before it: `data:`, a direction, a time. */
function objectIn(line: string): Fields | undefined {
  const start = line.indexOf('{');
  if (start < 0) return undefined;
  try {
    const value: unknown = JSON.parse(line.slice(start));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

/** WebSocket and stream transports wrap the JSON-RPC object. */
const unwrapped = (value: Fields): Fields =>
  typeof value.payload === 'object' && value.payload !== null ? (value.payload as Fields) : value;

describe.skipIf(!existsSync(FOLDER))('transcripts line by line', () => {
  it('decodes every JSON-RPC answer without losing a field', () => {
    const trouble: string[] = [];
    const tally = { results: 0, errors: 0, closing: 0 };
    for (const name of readdirSync(FOLDER)
      .filter((file) => file.endsWith('.txt'))
      .sort()) {
      const asked = new Map<unknown, Call>();
      for (const line of readFileSync(join(FOLDER, name), 'utf8').split(/\r?\n/)) {
        const found = objectIn(line);
        const value = found && unwrapped(found);
        if (value?.jsonrpc !== '2.0') continue;
        const method = typeof value.method === 'string' ? METHODS.get(value.method) : undefined;
        // Requests without an id were answered too.
        if (method) asked.set(value.id ?? null, method);
        if (typeof value.method === 'string') continue;
        if (!('result' in value) && !('error' in value)) {
          tally.closing++;
          continue;
        }
        const { result, error } = unframe(value);
        if (error) {
          if (error.message === '') trouble.push(`${name}: an error without a message`);
          tally.errors++;
          continue;
        }
        const call = asked.get(value.id ?? null);
        if (!call) {
          trouble.push(`${name}: an answer to nothing that was asked: ${line.slice(0, 120)}`);
          continue;
        }
        const decoded = dialects[call.dialect].decode(call.kind, result, 'JSONRPC');
        tally.results++;
        if (call.kind === 'empty') continue;
        if (decoded.value === undefined) trouble.push(`${name}: no value: ${line.slice(0, 120)}`);
        else {
          const gone = lost(result, decoded.value, call.kind === 'card' ? REPEATED : []);
          if (gone.length > 0) trouble.push(`${name}: lost ${gone.slice(0, 5).join(', ')}`);
        }
      }
    }
    console.info(`${tally.results} results, ${tally.errors} errors, ${tally.closing} closing frames`);
    expect(trouble).toEqual([]);
    expect(tally.results).toBeGreaterThan(300);
  });
});
