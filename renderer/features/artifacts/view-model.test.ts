import { describe, expect, it } from 'vitest';
import { digestVerdict } from '../../../shared/a2a/reduce/artifacts-parts.ts';
import type { ArtifactContent, ContentCopy } from '../../../shared/contract/artifacts.ts';
import { webOrigin, withCopies } from './view-model.ts';
import { viewerOf } from './viewer-of.ts';

const link: ArtifactContent = {
  kind: 'url',
  url: 'https://far.example/a.png',
  bytes: 0,
  sha256: 'of-nothing',
  parts: 1,
  pieces: [{ seq: 7, bytes: 0 }],
  declared: { sha256: 'abc' },
};
const copy: ContentCopy = {
  ...{ id: '1', from: 'fetch', place: 'https://far.example', bytes: 5, sha256: 'abc' },
  ...{ sniffed: 'image/png', mediaType: 'image/png' },
};

const shown = (content: ArtifactContent): ArtifactContent =>
  withCopies({ contents: [content] }).contents[0] as ArtifactContent;

describe('a file that did not come along', () => {
  it('stays a link as long as nothing was fetched', () => {
    expect(shown(link)).toBe(link);
    expect(viewerOf(shown(link))).toBe('link');
    expect(digestVerdict(shown(link), link.declared)).toBe('elsewhere');
  });

  it('is shown and judged like one that did once it was', () => {
    const content = shown({ ...link, copy });
    expect(content).toMatchObject({ bytes: 5, url: link.url, mediaType: 'image/png' });
    expect(viewerOf(content)).toBe('image');
    expect(digestVerdict(content, content.declared)).toBe('match');
    expect(digestVerdict(shown({ ...link, copy: { ...copy, sha256: 'other' } }), link.declared)).toBe('differs');
  });

  it('keeps the type that the agent said, and tells when a secret was replaced in it', () => {
    expect(shown({ ...link, mediaType: 'text/plain', copy }).mediaType).toBe('text/plain');
    const masked = shown({ ...link, copy: { ...copy, sha256: 'other', masked: true } });
    expect(digestVerdict(masked, masked.declared)).toBe('masked');
  });
});

it('only web addresses have an origin that can be named', () => {
  expect(webOrigin('https://me:pw@far.example:8443/a?b')).toBe('https://far.example:8443');
  for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'iac-code-artifact://a/b', 'no address', ''])
    expect(webOrigin(url)).toBeUndefined();
});
