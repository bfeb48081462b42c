import { describe, expect, it } from 'vitest';
import { hostOf, withScheme } from './address.ts';

describe('typed addresses', () => {
  it('takes HTTPS for other computers and HTTP for this one', () => {
    expect(withScheme('agent.example')).toBe('https://agent.example');
    expect(withScheme(' localhost:4000/x ')).toBe('http://localhost:4000/x');
    expect(withScheme('127.0.0.1:80')).toBe('http://127.0.0.1:80');
    expect(withScheme('127.0.0.1.example')).toBe('https://127.0.0.1.example');
    expect(withScheme('[::1]:9000')).toBe('http://[::1]:9000');
  });

  it('leaves a scheme that was typed', () => {
    expect(withScheme('http://agent.example')).toBe('http://agent.example');
    expect(withScheme('HTTPS://agent.example')).toBe('HTTPS://agent.example');
  });

  it('names the host without user and path', () => {
    expect(hostOf('https://user:pass@agent.example:8443/a?b#c')).toBe('agent.example:8443');
  });
});
