import { describe, expect, it } from 'vitest';
import { LineMemory } from './line-memory.ts';
import { Offsets } from './offsets.ts';

describe('line memory', () => {
  /** Lines of a log, and the memory that each of them was read into. */
  const log = (lines: string[]) => {
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    const offsets = new Offsets();
    let at = 0;
    for (const line of lines) {
      offsets.push(at);
      at += Buffer.byteLength(line) + 1;
    }
    const used: (Buffer | undefined)[] = [];
    const memory = new LineMemory();
    const read = (index: number) =>
      memory.text((held) => {
        used.push(held);
        return offsets.read(
          index,
          bytes.length,
          0,
          async (into, offset) => {
            await new Promise(setImmediate);
            bytes.copy(into, 0, offset);
          },
          held,
        );
      });
    return { read, used };
  };

  it('reads one line after the other into the same memory', async () => {
    const { read, used } = log(['a'.repeat(9_000), 'b'.repeat(20_000), 'кратко', 'c'.repeat(20_000)]);
    expect(await read(0)).toBe('a'.repeat(9_000));
    expect(await read(1)).toBe('b'.repeat(20_000));
    expect(await read(2)).toBe('кратко');
    expect(await read(3)).toBe('c'.repeat(20_000));
    expect(used.map((held) => held?.length)).toEqual([undefined, 9_001, 20_001, 20_001]);
    expect(used[3]).toBe(used[2]);
  });

  it('gives every line its own memory when several are on their way', async () => {
    const { read } = log(['x'.repeat(50), 'first', 'second', 'third']);
    await read(0);
    expect(await Promise.all([read(1), read(2), read(3)])).toEqual(['first', 'second', 'third']);
  });

  it('does not keep very large memory', async () => {
    const { read, used } = log(['z'.repeat(2 * 1024 * 1024), 'small']);
    await read(0);
    await read(1);
    expect(used[1]).toBeUndefined();
  });

  it('has nothing to say of a line that is not there', async () => {
    expect(await log(['one']).read(5)).toBeUndefined();
  });
});
