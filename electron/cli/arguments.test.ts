import { describe, expect, it } from 'vitest';
import { all, flag, integer, object, parseArguments, text } from './arguments.ts';
import type { Option } from './option.ts';

const OPTIONS: Option[] = [
  { name: 'text', kind: 'text', repeat: true, summary: '' },
  { name: 'stream', kind: 'flag', summary: '' },
  { name: 'history', kind: 'integer', placeholder: 'N', summary: '' },
  { name: 'metadata', kind: 'object', summary: '' },
  { name: 'data', kind: 'json', repeat: true, summary: '' },
  { name: 'header', kind: 'header', repeat: true, summary: '' },
  { name: 'binding', kind: 'choice', choices: ['JSONRPC', 'HTTP+JSON'], summary: '' },
];
const URL_ONLY = [{ name: 'URL', required: true, summary: 'the agent' }];

const parse = (...tokens: string[]) => parseArguments(tokens, OPTIONS, URL_ONLY);
const problem = (...tokens: string[]) => {
  const reply = parse(...tokens);
  return reply.ok ? 'no problem' : reply.error.message;
};

describe('parseArguments', () => {
  it('reads values after a space and after an equals sign', () => {
    const reply = parse('--text', 'a b', 'http://x', '--text=c=d', '--stream', '--history', '3');
    expect(reply.ok && reply.value.positionals).toEqual(['http://x']);
    if (!reply.ok) return;
    expect(all(reply.value, 'text')).toEqual(['a b', 'c=d']);
    expect(flag(reply.value, 'stream')).toBe(true);
    expect(flag(reply.value, 'no-stream')).toBe(false);
    expect(integer(reply.value, 'history')).toBe(3);
    expect(text(reply.value, 'metadata')).toBeUndefined();
  });

  it('keeps the order of repeated options', () => {
    const reply = parse('u', '--data', '1', '--text', 'x', '--data', '[null]');
    expect(reply.ok && reply.value.given).toEqual([
      { name: 'data', value: 1 },
      { name: 'text', value: 'x' },
      { name: 'data', value: [null] },
    ]);
  });

  it('takes values that begin with dashes, unless they are an option', () => {
    const reply = parse('u', '--text', '--- rule');
    expect(reply.ok && all(reply.value, 'text')).toEqual(['--- rule']);
    expect(problem('u', '--text', '--stream')).toContain('--text needs a value');
    expect(problem('u', '--history')).toBe('--history needs a value: --history N');
  });

  it('treats everything after -- as positional', () => {
    const reply = parse('--', '--text');
    expect(reply.ok && reply.value.positionals).toEqual(['--text']);
  });

  it('names the nearest option for an unknown one', () => {
    expect(problem('u', '--txt', 'a')).toBe('there is no option --txt; did you mean --text?');
    expect(problem('u', '--meta', '{}')).toContain('did you mean --metadata?');
    expect(problem('u', '--zebra')).toBe('there is no option --zebra');
    expect(problem('u', '-text', 'a')).toContain('did you mean --text?');
  });

  it('checks values by kind', () => {
    expect(problem('u', '--history', '-1')).toContain('takes a whole number');
    expect(problem('u', '--metadata', '[1]')).toContain('takes a JSON object');
    expect(problem('u', '--data', '{')).toContain('is not JSON');
    expect(problem('u', '--header', 'no colon')).toContain("takes 'Name: value'");
    expect(problem('u', '--header', 'bad name: x')).toContain("takes 'Name: value'");
    expect(problem('u', '--binding', 'soap')).toBe('--binding takes JSONRPC or HTTP+JSON, not soap');
    const reply = parse('u', '--binding', 'jsonrpc', '--header', 'X-Key:  a: b ', '--metadata', '{"a":1}');
    if (!reply.ok) throw new Error(reply.error.message);
    expect(text(reply.value, 'binding')).toBe('JSONRPC');
    expect(all(reply.value, 'header')).toEqual([['X-Key', 'a: b']]);
    expect(object(reply.value, 'metadata')).toEqual({ a: 1 });
  });

  it('refuses options given twice, values of flags, and wrong numbers of positionals', () => {
    expect(problem('u', '--history', '1', '--history', '2')).toBe('--history was given twice');
    expect(problem('u', '--stream=yes')).toBe('--stream takes no value');
    expect(problem()).toBe('URL is missing: the agent');
    expect(problem('u', 'v')).toBe("there is no place for the argument 'v'");
  });
});
