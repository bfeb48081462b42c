import { describe, expect, it } from 'vitest';
import type { Entry } from '../model/entry.ts';
import { exchangeText, requestTarget } from './http-text.ts';

describe('the text of an exchange', () => {
  it('is what HTTP would spell, stream and tail verbatim', () => {
    const common = { at: 0, exchange: 1 };
    const body = (text: string) => ({ bytes: text.length, text });
    const entries: Entry[] = [
      {
        ...common,
        seq: 1,
        kind: 'request',
        agent: 'a',
        operation: 'GetTask',
        method: 'POST',
        url: 'http://h.example/a?b',
        headers: [
          ['Host', 'h.example'],
          ['x-a', ''],
        ],
        body: body('{}'),
      },
      {
        ...common,
        seq: 2,
        kind: 'head',
        status: 200,
        statusText: '',
        httpVersion: '1.0',
        headers: [['Content-Type', 'text/event-stream']],
        timings: {},
      },
      { ...common, seq: 3, kind: 'frame', framing: 'sse', body: body('data: 1\n\n') },
      { ...common, seq: 4, kind: 'frame', framing: 'tail', body: body('data') },
      { ...common, seq: 5, kind: 'end', cause: 'cut', timings: {}, bytes: 13 },
    ];
    expect(exchangeText(entries)).toBe(
      'POST /a?b HTTP/1.0\r\nHost: h.example\r\nx-a: \r\n\r\n{}\r\n\r\n' +
        'HTTP/1.0 200\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\ndata',
    );
  });

  it('names the target of a URL', () => {
    expect(requestTarget('https://h.example')).toBe('/');
    expect(requestTarget('https://h.example?x=/y')).toBe('/?x=/y');
    expect(requestTarget('http://[::1]:80/a/b?c')).toBe('/a/b?c');
  });
});
