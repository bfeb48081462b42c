import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readHidden } from './hidden-input.ts';

const NO_ANSWER = 'no answer';

/** Types keys at the question; gives the answer, everything that was shown, and the states of raw mode. */
async function answer(...keys: string[]) {
  const modes: boolean[] = [];
  const input = Object.assign(new PassThrough(), { setRawMode: (raw: boolean) => modes.push(raw) });
  const shown: string[] = [];
  let interrupted = 0;
  const interrupt = () => {
    interrupted += 1;
  };
  const asked = readHidden(input, { write: (text) => shown.push(text) }, 'Password: ', interrupt);
  for (const key of keys) input.write(key);
  const none = new Promise<string>((resolve) => setImmediate(resolve, NO_ANSWER));
  return { answer: await Promise.race([asked, none]), shown: shown.join(''), modes, interrupted };
}

describe('readHidden', () => {
  it('shows the question and nothing that is typed', async () => {
    expect(await answer('s3', 'cr€t😀', '\r')).toEqual({
      answer: 's3cr€t😀',
      shown: 'Password: \n',
      modes: [true, false],
      interrupted: 0,
    });
  });

  it('takes back characters and leaves out control keys', async () => {
    expect((await answer('ab\u007f\u007f\u007fx😀\b', '\u001b', 'y\n')).answer).toBe('xy');
    expect((await answer('\n')).answer).toBe('');
  });

  it('ends with Ctrl+C and Ctrl+D, the terminal as it was', async () => {
    expect(await answer('half', '\u0003')).toMatchObject({ answer: NO_ANSWER, modes: [true, false], interrupted: 1 });
    expect(await answer('\u0004')).toMatchObject({ answer: undefined, modes: [true, false], interrupted: 0 });
    expect((await answer('half\u0004', '\n')).answer).toBe('half');
  });
});
