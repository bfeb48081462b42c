import { describe, expect, it } from 'vitest';
import { isOwnDownload, isOwnPage, isTrustedFrame, isWebLink, ORIGIN, ownPath, PAGE_URL } from './origin.ts';

describe('ownPath', () => {
  it('reads paths of our origin', () => {
    expect(ownPath(PAGE_URL)).toBe('/index.html');
    expect(ownPath(ORIGIN)).toBe('/');
    expect(ownPath('app://inspector/assets/a%20b.js?v=1#x')).toBe('/assets/a%20b.js');
  });

  it.each([
    '',
    'about:blank',
    'app://other/',
    'app://inspector.evil.example/',
    'app://inspector:80/',
    'app://x@inspector/',
    'file:///index.html',
    'http://inspector/',
    'data:text/html,x',
  ])('has none for %j', (url) => {
    expect(ownPath(url)).toBeUndefined();
  });
});

describe('isOwnPage', () => {
  it('knows the one page', () => {
    expect(isOwnPage('app://inspector/index.html#tab')).toBe(true);
    expect(isOwnPage('app://inspector/')).toBe(true);
    expect(isOwnPage('app://inspector/assets/app.js')).toBe(false);
    expect(isOwnPage('https://example.com/index.html')).toBe(false);
  });
});

describe('isTrustedFrame', () => {
  it('trusts a main frame with our origin only', () => {
    expect(isTrustedFrame({ url: PAGE_URL, parent: null })).toBe(true);
    expect(isTrustedFrame({ url: PAGE_URL, parent: { url: PAGE_URL } })).toBe(false);
    expect(isTrustedFrame({ url: 'https://example.com/', parent: null })).toBe(false);
    expect(isTrustedFrame({ url: 'about:srcdoc', parent: null })).toBe(false);
    expect(isTrustedFrame({ url: PAGE_URL, parent: undefined })).toBe(false);
    expect(isTrustedFrame(null)).toBe(false);
  });

  it('does not trust a frame that is gone', () => {
    const gone = {
      get url(): string {
        throw new Error('disposed');
      },
      parent: null,
    };
    expect(isTrustedFrame(gone)).toBe(false);
  });
});

describe('links and downloads', () => {
  it('hands only web links to the system', () => {
    expect(isWebLink('https://example.com/a')).toBe(true);
    expect(isWebLink('http://127.0.0.1:1/')).toBe(true);
    for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'smb://x/y', 'ms-settings:', 'mailto:a@b', 'x']) {
      expect(isWebLink(url)).toBe(false);
    }
  });

  it('saves only what the page made', () => {
    expect(isOwnDownload('blob:app://inspector/1-2')).toBe(true);
    expect(isOwnDownload('blob:https://example.com/1-2')).toBe(false);
    expect(isOwnDownload('https://example.com/a.zip')).toBe(false);
  });
});
