import { describe, expect, it } from 'vitest';
import { checkPlace, checkToken } from './gate.ts';
import { createTicket } from './ticket.ts';
import { createToken, sameToken } from './token.ts';

describe('checkPlace', () => {
  const port = 4100;

  it('serves its own names and origins', () => {
    expect(checkPlace({ host: '127.0.0.1:4100' }, port)).toBeUndefined();
    expect(checkPlace({ host: 'localhost:4100', origin: 'http://localhost:4100' }, port)).toBeUndefined();
  });

  it.each([
    undefined,
    '',
    '127.0.0.1',
    '127.0.0.1:4101',
    'evil.example:4100',
    'localhost.evil.example:4100',
    '[::1]:4100',
  ])('refuses the host %j', (host) => {
    expect(checkPlace({ host }, port)?.status).toBe(403);
  });

  it.each(['null', '', 'http://evil.example', 'https://127.0.0.1:4100', 'http://127.0.0.1:4101'])(
    'refuses the origin %j',
    (origin) => {
      expect(checkPlace({ host: '127.0.0.1:4100', origin }, port)?.status).toBe(403);
    },
  );
});

describe('token', () => {
  it('has 256 bits and is new every time', () => {
    expect(Buffer.from(createToken(), 'base64url')).toHaveLength(32);
    expect(createToken()).not.toBe(createToken());
  });

  it('is compared as a whole', () => {
    const token = createToken();
    expect(sameToken(token, token)).toBe(true);
    expect(sameToken(token.slice(1), token)).toBe(false);
    expect(sameToken('', token)).toBe(false);
  });

  it.each([undefined, '', 'TOKEN', 'Basic TOKEN', 'Bearer', 'Bearer ', 'Bearer TOKEN2', 'Bearer TOKEN TOKEN'])(
    'is not read from %j',
    (authorization) => {
      expect(checkToken({ authorization }, 'TOKEN')?.status).toBe(401);
    },
  );

  it('is read from a bearer header', () => {
    expect(checkToken({ authorization: 'Bearer TOKEN' }, 'TOKEN')).toBeUndefined();
    expect(checkToken({ authorization: 'bearer TOKEN' }, 'TOKEN')).toBeUndefined();
  });
});

describe('ticket', () => {
  it('works once, only the latest, and only for a minute', () => {
    let now = 0;
    const ticket = createTicket(() => now);
    const old = ticket.issue();
    const code = ticket.issue();
    expect(ticket.take((expected) => expected === old)).toBe(false);
    expect(ticket.take((expected) => expected === code)).toBe(true);
    expect(ticket.take((expected) => expected === code)).toBe(false);
    const late = ticket.issue();
    now = 60_001;
    expect(ticket.take((expected) => expected === late)).toBe(false);
  });
});
