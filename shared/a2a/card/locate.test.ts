import { describe, expect, it } from 'vitest';
import { locateCard } from './locate.ts';

const urls = (typed: string): string[] => {
  const reply = locateCard(typed);
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.value.map((address) => address.url);
};
const NEW = '/.well-known/agent-card.json';
const OLD = '/.well-known/agent.json';

describe('addresses to try', () => {
  it.each([
    ['https://h', [`https://h${NEW}`, `https://h${OLD}`]],
    ['https://h/', [`https://h${NEW}`, `https://h${OLD}`]],
    ['https://h:8443', [`https://h:8443${NEW}`, `https://h:8443${OLD}`]],
    [
      'https://h/agents/alpha/',
      [
        `https://h/agents/alpha${NEW}`,
        `https://h/agents/alpha${OLD}`,
        `https://h${NEW}`,
        `https://h${OLD}`,
        'https://h/agents/alpha/',
      ],
    ],
    ['https://h/team/a/.well-known/agent-card.json', ['https://h/team/a/.well-known/agent-card.json']],
    ['https://h/cards/mine.JSON?v=1#top', ['https://h/cards/mine.JSON?v=1']],
    ['agent.example.com', [`https://agent.example.com${NEW}`, `https://agent.example.com${OLD}`]],
    ['agent.example.com:80', [`https://agent.example.com:80${NEW}`, `https://agent.example.com:80${OLD}`]],
    ['localhost:9999', [`http://localhost:9999${NEW}`, `http://localhost:9999${OLD}`]],
    ['127.0.0.1:1', [`http://127.0.0.1:1${NEW}`, `http://127.0.0.1:1${OLD}`]],
    ['[::1]:1', [`http://[::1]:1${NEW}`, `http://[::1]:1${OLD}`]],
    ['  "https://h/?key=1" ', [`https://h${NEW}?key=1`, `https://h${OLD}?key=1`]],
    ['<“http://h”>', [`http://h${NEW}`, `http://h${OLD}`]],
    ['HTTPS://H', [`https://h${NEW}`, `https://h${OLD}`]],
  ])('%s', (typed, expected) => expect(urls(typed)).toEqual(expected));

  it('asks known card addresses without an ending first', () => {
    expect(urls('https://h/v1/card')[0]).toBe('https://h/v1/card');
    expect(urls('https://h/v1/card').filter((url) => url === 'https://h/v1/card')).toHaveLength(1);
  });

  it('says what kind each address is', () => {
    const sources = (typed: string) => {
      const reply = locateCard(typed);
      return reply.ok ? reply.value.map((address) => address.source) : [];
    };
    expect(sources('https://h/a')).toEqual(['well-known', 'agent-json', 'well-known', 'agent-json', 'direct']);
    expect(sources(`https://h${OLD}`)).toEqual(['agent-json']);
    expect(sources('https://h/x.json')).toEqual(['direct']);
  });
});

describe('bad input', () => {
  it.each([
    ['', /Type the address/],
    ['   ""  ', /Type the address/],
    ['two words', /no spaces/],
    ['ws://h', /not ws/],
    ['file:///etc/passwd', /not file/],
    ['https://', /no address/],
    ['http://:80', /no address/],
    ['https://user:secret@h', /Access/],
    ['h:99999', /no address/],
  ])('%j', (typed, message) => {
    const reply = locateCard(typed);
    expect(reply).toMatchObject({ ok: false, error: { code: 'bad-input', message: expect.stringMatching(message) } });
    expect(JSON.stringify(reply)).not.toContain('secret');
  });
});
