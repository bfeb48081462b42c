import { expect, test } from 'vitest';
import { soon } from './soon.ts';

const turn = () => new Promise<void>((resolve) => soon(resolve));

test('does slices later, one a turn, in their order', async () => {
  const done: string[] = [];
  soon(() => {
    done.push('a');
    soon(() => done.push('c'));
  });
  soon(() => done.push('b'));
  expect(done).toEqual([]);
  await turn();
  expect(done).toEqual(['a', 'b']);
  await turn();
  expect(done).toEqual(['a', 'b', 'c']);
});

test('leaves out a slice that was taken back, and nothing else', async () => {
  const done: string[] = [];
  const takeBack = soon(() => done.push('a'));
  soon(() => done.push('b'));
  takeBack();
  await turn();
  expect(done).toEqual(['b']);
});
