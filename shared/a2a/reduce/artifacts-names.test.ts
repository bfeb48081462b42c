import { describe, expect, it } from 'vitest';
import { distinctNames, safeName } from './artifacts-names.ts';

describe('safeName', () => {
  it.each<[string, string, string]>([
    ['plan.md', '', 'plan.md'],
    ['../../etc/passwd', '', 'passwd'],
    ['..\\..\\windows\\system32\\evil.dll', '', 'evil.dll'],
    ['..', '', 'artifact'],
    ['a/..', '', 'a'],
    ['/', 'text/markdown', 'artifact.md'],
    ['', 'image/png', 'artifact.png'],
    ['C:\\x\\con.txt', '', '_con.txt'],
    ['NUL', '', '_NUL'],
    ['com1.tar.gz', '', '_com1.tar.gz'],
    ['console.log', '', 'console.log'],
    ['.bashrc', 'text/plain', '_bashrc'],
    ['../..\u200b/.\u202e./\u0000', '', 'artifact'],
    ['name. . ', '', 'name'],
    ['a:b*c?d"e<f>g|h.txt', '', 'a_b_c_d_e_f_g_h.txt'],
    ['evil\u202etxt.exe', '', 'eviltxt.exe'],
    ['\u202egpj.exe\u0000', '', 'gpj.exe'],
    ['a\u0000b\nc.txt', '', 'abc.txt'],
    ['co\u200bn.txt', '', '_con.txt'],
    ['report', 'text/csv', 'report.csv'],
    ['report', 'application/x-unknown', 'report'],
    ['日本語.txt', '', '日本語.txt'],
  ])('%j becomes %s', (wanted, type, expected) => {
    expect(safeName(wanted, type).replace(expected, '')).toBe('');
    expect(safeName(wanted, type)).toBe(expected);
  });

  it('bounds the length and keeps the ending', () => {
    const name = safeName(`${'😀'.repeat(200)}.json`);
    expect(name.length).toBeLessThan(140);
    expect(name.endsWith('.json')).toBe(true);
    expect(name).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
  });
});

it('distinctNames tells names apart that differ in case only', () => {
  expect(distinctNames(['a.txt', 'A.txt', 'a (2).txt', 'b'])).toEqual(['a.txt', 'A (2).txt', 'a (2) (2).txt', 'b']);
});
