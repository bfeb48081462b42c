import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assetSegments, CONTENT_SECURITY_POLICY, contentType, isInside, readAsset } from './assets.ts';

describe('assetSegments', () => {
  it('maps the root to the page and other paths to their segments', () => {
    expect(assetSegments('/')).toEqual(['index.html']);
    expect(assetSegments('/assets/app-1%20b.js')).toEqual(['assets', 'app-1 b.js']);
  });

  it.each([
    '',
    'index.html',
    '//etc/passwd',
    '/../secret',
    '/assets/../../secret',
    '/%2e%2e/secret',
    '/assets/%2e%2e%2f%2e%2e%2fsecret',
    '/..%5csecret',
    '/assets\\..\\secret',
    '/c:/windows/win.ini',
    '/index.html%00.png',
    '/assets/',
    '/./index.html',
    '/%',
  ])('refuses %j', (path) => {
    expect(assetSegments(path)).toBeUndefined();
  });
});

describe('isInside', () => {
  it('tells a folder from its neighbours', () => {
    expect(isInside('/a/page', '/a/page/x.js')).toBe(true);
    expect(isInside('/a/page', '/a/page/..x.js')).toBe(true);
    expect(isInside('/a/page', '/a/page')).toBe(false);
    expect(isInside('/a/page', '/a/page-of-others/x.js')).toBe(false);
    expect(isInside('/a/page', '/a/x.js')).toBe(false);
  });
});

describe('readAsset', () => {
  let base = '';
  let page = '';

  beforeAll(() => {
    base = mkdtempSync(join(tmpdir(), 'loupe-assets-'));
    page = join(base, 'page');
    mkdirSync(join(page, 'assets'), { recursive: true });
    writeFileSync(join(page, 'index.html'), '<p>page</p>');
    writeFileSync(join(page, 'assets', 'app.js'), 'go()');
    writeFileSync(join(base, 'secret.txt'), 'secret');
    symlinkSync(join(base, 'secret.txt'), join(page, 'link.txt'));
    symlinkSync(base, join(page, 'up'));
  });
  afterAll(() => rmSync(base, { recursive: true, force: true }));

  it('reads files with their type', async () => {
    const index = await readAsset(page, '/');
    expect(index?.body.toString()).toBe('<p>page</p>');
    expect(index?.type).toBe('text/html; charset=utf-8');
    expect((await readAsset(page, '/assets/app.js'))?.type).toBe('text/javascript; charset=utf-8');
  });

  it.each(['/nothing.js', '/assets', '/../secret.txt', '/link.txt', '/up/secret.txt', '/index.html/x'])(
    'has nothing at %s',
    async (path) => {
      expect(await readAsset(page, path)).toBeUndefined();
    },
  );

  it('has nothing when the page was never built', async () => {
    expect(await readAsset(join(base, 'absent'), '/')).toBeUndefined();
  });
});

describe('content', () => {
  it('gives unknown endings no meaning', () => {
    expect(contentType('a.woff2')).toBe('font/woff2');
    expect(contentType('A.CSS')).toBe('text/css; charset=utf-8');
    expect(contentType('page.exe')).toBe('application/octet-stream');
  });

  it('allows no inline script, no evaluation and no other origin', () => {
    const directives = new Map(
      CONTENT_SECURITY_POLICY.split('; ').map((line) => [line.split(' ')[0], line.split(' ').slice(1)]),
    );
    expect(directives.get('default-src')).toEqual(["'none'"]);
    expect(directives.get('script-src')).toEqual(["'self'"]);
    expect(directives.get('connect-src')).toEqual(["'self'"]);
    expect(directives.get('frame-ancestors')).toEqual(["'none'"]);
    expect(CONTENT_SECURITY_POLICY).not.toContain('unsafe-eval');
    expect(CONTENT_SECURITY_POLICY).not.toContain('http');
  });
});
