import { describe, expect, it } from 'vitest';
import { warmUp } from './warm-up.ts';

describe('the warm-up', () => {
  it('reads its events between other work, and ends', async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    await warmUp(() => false).done;
    clearInterval(timer);
    expect(turns).toBeGreaterThan(20);
  });

  it('ends at once when there is real work, or when it is stopped', async () => {
    let asked = 0;
    await warmUp(() => {
      asked += 1;
      return asked > 2;
    }).done;
    expect(asked).toBe(3);
    const warm = warmUp(() => false);
    warm.stop();
    await warm.done;
  });
});
