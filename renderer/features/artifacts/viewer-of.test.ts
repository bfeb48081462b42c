import { describe, expect, it } from 'vitest';
import type { ArtifactContent } from '../../../shared/contract/artifacts.ts';
import { formsOf, isComparable, isPicture, languageOf, pictureType, separatorOf, viewerOf } from './viewer-of.ts';

const content = (more: Partial<ArtifactContent>): ArtifactContent => ({
  kind: 'raw',
  bytes: 1,
  sha256: '',
  parts: 1,
  pieces: [],
  ...more,
});

describe('viewerOf', () => {
  it.each<[Partial<ArtifactContent>, string]>([
    [{ kind: 'text', sniffed: 'text/plain' }, 'markdown'],
    [{ kind: 'text', mediaType: 'text/plain', sniffed: 'text/plain' }, 'code'],
    [{ kind: 'text', mediaType: 'text/plain', name: 'plan.md', sniffed: 'text/plain' }, 'markdown'],
    [{ kind: 'text', name: 'vpc.yml', sniffed: 'text/plain' }, 'code'],
    [{ kind: 'data', sniffed: 'text/plain' }, 'json'],
    [{ mediaType: 'application/problem+json', sniffed: 'text/plain' }, 'json'],
    [{ name: 't.tsv', sniffed: 'text/plain' }, 'csv'],
    [{ mediaType: 'image/png', sniffed: 'image/png' }, 'image'],
    [{ sniffed: 'image/png' }, 'image'],
    [{ mediaType: 'image/svg+xml', sniffed: 'image/svg+xml' }, 'svg'],
    [{ mediaType: 'text/html', sniffed: 'text/html' }, 'html'],
    [{ mediaType: 'application/pdf', sniffed: 'application/pdf' }, 'pdf'],
    [{ mediaType: 'audio/mp4', sniffed: 'video/mp4' }, 'audio'],
    [{ sniffed: 'application/octet-stream' }, 'bytes'],
    [{ kind: 'url', url: 'https://a' }, 'link'],
  ])('%j is shown as %s', (more, viewer) => {
    expect(viewerOf(content(more))).toBe(viewer);
  });

  it('believes the bytes where they say something else', () => {
    expect(viewerOf(content({ mediaType: 'image/png', name: 'a.png', sniffed: 'text/html' }))).toBe('html');
    expect(viewerOf(content({ mediaType: 'image/png', sniffed: 'text/plain' }))).toBe('code');
    expect(viewerOf(content({ mediaType: 'text/markdown', sniffed: 'application/octet-stream' }))).toBe('bytes');
    expect(viewerOf(content({ mediaType: 'text/html', sniffed: 'image/png' }))).toBe('image');
  });

  it('never draws what is only said to be a picture', () => {
    expect(formsOf(content({ mediaType: 'image/png', sniffed: 'application/octet-stream' }))).toEqual(['hex']);
    expect(formsOf(content({ mediaType: 'image/tiff', sniffed: 'application/zip' }))).toEqual(['hex']);
  });
});

it('separatorOf goes by the type, then by the first line', () => {
  expect(separatorOf(content({ mediaType: 'text/tab-separated-values' }), 'a,b')).toBe('\t');
  expect(separatorOf(content({ mediaType: 'text/csv' }), 'a;b;c\n1,2,3,4,5')).toBe(';');
  expect(separatorOf(content({ mediaType: 'text/csv' }), 'alone')).toBe(',');
});

it('languageOf knows names and types', () => {
  expect(languageOf(content({ name: 'main.tf', sniffed: 'text/plain' }))).toBe('hcl');
  expect(languageOf(content({ mediaType: 'text/html', sniffed: 'text/html' }))).toBe('html');
  expect(languageOf(content({ sniffed: 'text/plain' }))).toBe('plaintext');
  expect(languageOf(content({ name: 'deploy/Dockerfile', sniffed: 'text/plain' }))).toBe('dockerfile');
  expect(languageOf(content({ mediaType: 'text/x-rust; charset=utf-8', sniffed: 'text/plain' }))).toBe('rust');
  expect(languageOf(content({ mediaType: 'application/x-yaml', sniffed: 'text/plain' }))).toBe('yaml');
});

it('a picture is what its bytes are, and only that is compared as one', () => {
  const png = content({ mediaType: 'image/jpeg', sniffed: 'image/png' });
  expect([isPicture(png), pictureType(png), isComparable(png)]).toEqual([true, 'image/png', true]);
  const svg = content({ mediaType: 'image/svg+xml', sniffed: 'image/svg+xml' });
  expect([isPicture(svg), pictureType(svg)]).toEqual([true, 'image/svg+xml']);
  expect(isPicture(content({ mediaType: 'image/png', sniffed: 'text/html' }))).toBe(false);
  expect(isComparable(content({ mediaType: 'application/pdf', sniffed: 'application/pdf' }))).toBe(false);
});
