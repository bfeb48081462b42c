import { describe, expect, it } from 'vitest';
import { packAsar } from './asar.mjs';
import { inlineScript } from './bundle.mjs';
import { countLines, judgeSizes } from './file-sizes.mjs';
import { createReport, fail, pass, skip } from './report.mjs';
import { countTests, settle } from './vitest-run.mjs';

describe('file sizes', () => {
  it('fails above 500 lines and names what is above 300', () => {
    const files = [300, 301, 500, 501].map((lines) => ({ name: `f${lines}.ts`, lines }));
    const { long, tooLong } = judgeSizes(files);
    expect(long).toEqual(['f301.ts (301 lines)', 'f500.ts (500 lines)']);
    expect(tooLong).toHaveLength(1);
    expect(tooLong[0]).toContain('f501.ts');
  });

  it('counts a last line with and without its end', () => {
    expect(countLines('a\nb\n')).toBe(2);
    expect(countLines('a\nb')).toBe(2);
  });
});

describe('report', () => {
  const collect = async (strict: boolean) => {
    const lines: string[] = [];
    const report = createReport({ strict, say: (line) => lines.push(line) });
    await report.step('good', () => pass());
    await report.step('bad', () => fail('the reason'));
    await report.step('absent', () => skip('no display'));
    await report.step('broken', () => {
      throw new Error('a bug');
    });
    const printed = lines.length;
    report.close();
    return { lines: lines.join('\n'), closing: lines.at(-1), named: lines.slice(printed, -1) };
  };

  it('goes on after a failure and prints what failed', async () => {
    const { lines, closing, named } = await collect(false);
    expect(closing).toBe('1 passed, 2 failed, 1 skipped');
    expect(named).toEqual(['FAILED bad', 'FAILED broken']);
    expect(lines).toContain('the reason');
    expect(lines).toContain('a bug');
    expect(lines).toMatch(/^skip absent.*no display$/m);
  });

  it('counts what was skipped as failed when nothing may be skipped', async () => {
    const { lines, closing } = await collect(true);
    expect(closing).toBe('1 passed, 3 failed, 0 skipped');
    expect(lines).toMatch(/^FAIL absent.*no display$/m);
  });
});

describe('test counts', () => {
  const file = (status: string, tests: string[], name = 'x.test.ts') => ({
    name,
    status,
    assertionResults: tests.map((test) => ({ status: test, fullName: `${name} ${test}` })),
  });
  const report = (files: ReturnType<typeof file>[]) => {
    const all = files.flatMap((item) => item.assertionResults).map((test) => test.status);
    const count = (status: string) => all.filter((item) => item === status).length;
    return {
      numPassedTests: count('passed'),
      numFailedTests: count('failed'),
      numPendingTests: count('skipped'),
      numTodoTests: count('todo'),
      testResults: files,
    };
  };

  it('names what passed only when it was run again', () => {
    const first = report([file('passed', ['passed'], 'a.ts'), file('failed', ['passed', 'failed'], 'b.ts')]);
    const counts = settle(first, report([file('passed', ['passed', 'passed'], 'b.ts')]), 0);
    expect(counts).toMatchObject({ passed: 3, failed: 0 });
    expect(counts.unsteady).toEqual([expect.stringContaining('b.ts failed')]);
  });

  it('forgives nothing when the second run fails, skips or ends badly', () => {
    const first = report([file('failed', ['failed'], 'b.ts')]);
    for (const [status, code] of [
      ['failed', 1],
      ['skipped', 0],
      ['passed', 1],
    ] as const) {
      const counts = settle(first, report([file(status, [status], 'b.ts')]), code);
      expect(counts).toMatchObject({ passed: 0, failed: 1 });
      expect(counts.unsteady).toBeUndefined();
    }
  });

  it('counts tests one by one', () => {
    const counts = countTests(report([file('failed', ['passed', 'failed', 'skipped', 'todo'])]), 1);
    expect(counts).toMatchObject({ passed: 1, failed: 1, skipped: 2 });
    expect(counts.note).toContain('x.test.ts skipped');
  });

  it('counts a file that does not load', () => {
    expect(countTests(report([file('passed', ['passed']), file('failed', [])]), 1)).toMatchObject({
      passed: 1,
      failed: 1,
    });
  });

  it('counts a run that ended badly without a failed test', () => {
    expect(countTests(report([file('passed', ['passed'])]), 1)).toMatchObject({ passed: 1, failed: 1 });
  });
});

describe('built page', () => {
  it('finds a script without an address', () => {
    expect(inlineScript('<script type="module" crossorigin src="./a.js"></script>')).toBeUndefined();
    expect(inlineScript('<script src="./a.js"></script><script type="module">go()</script>')).toBe(
      '<script type="module">',
    );
  });
});

describe('asar', () => {
  it('lays out header and contents so that each file is found at its offset', () => {
    const archive = packAsar({ 'a.txt': 'first', 'b.txt': 'zweite ä' });
    const headerSize = archive.readUInt32LE(4);
    const json = archive.subarray(16, 16 + archive.readUInt32LE(12)).toString();
    const { files } = JSON.parse(json) as { files: Record<string, { offset: string; size: number }> };
    const read = (name: string) => {
      const entry = files[name];
      const start = 8 + headerSize + Number(entry?.offset);
      return archive.subarray(start, start + (entry?.size ?? 0)).toString();
    };
    expect(read('a.txt')).toBe('first');
    expect(read('b.txt')).toBe('zweite ä');
    expect(headerSize % 4).toBe(0);
  });
});
