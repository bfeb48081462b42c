import { describe, expect, it } from 'vitest';
import { wantedScheme } from './wanted-scheme.ts';

const schemes = ['corp', 'apiKey', 'agent-oauth'];
const block = (text: string, data?: unknown) => ({ text, parts: data === undefined ? [] : [{ data }] }) as never;

describe('the scheme a question names', () => {
  it('is found in data, as a value or as the key of a requirement', () => {
    expect(wantedScheme(block('', { scheme: 'corp' }), schemes)).toBe('corp');
    expect(wantedScheme(block('', { need: [{ schemes: { apiKey: { list: [] } } }] }), schemes)).toBe('apiKey');
  });

  it('is found in the words, whole words only', () => {
    expect(wantedScheme(block('Sign in with agent-oauth.'), schemes)).toBe('agent-oauth');
    expect(wantedScheme(block('The corporation wants a sign-in.'), schemes)).toBeUndefined();
  });

  it('is the one in the data when both name one', () => {
    expect(wantedScheme(block('Not corp', { use: 'apiKey' }), schemes)).toBe('apiKey');
  });
});
