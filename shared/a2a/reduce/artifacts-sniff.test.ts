import { describe, expect, it } from 'vitest';
import { isTextType, SNIFF_BYTES, sniffType, typeVerdict } from './artifacts-sniff.ts';

/** Bytes of a text whose characters are bytes. */
const bytes = (latin1: string): Uint8Array => Uint8Array.from(latin1, (one) => one.charCodeAt(0));

describe('sniffType', () => {
  it.each<[string, string | undefined]>([
    ['', undefined],
    ['\x89PNG\r\n\x1a\n....', 'image/png'],
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['RIFF\x01\x02\x03\x04WEBPVP8', 'image/webp'],
    ['RIFF\x01\x02\x03\x04WAVEfmt ', 'audio/wav'],
    ['\x00\x00\x00\x20ftypisom', 'video/mp4'],
    ['\x00\x00\x00\x20ftypM4A ', 'audio/mp4'],
    ['%PDF-1.7', 'application/pdf'],
    ['PK\x03\x04', 'application/zip'],
    ['\x1f\x8b\x08\x00', 'application/gzip'],
    ['MZ\x90\x00', 'application/x-executable'],
    ['\x00\x01\x02', 'application/octet-stream'],
    ['caf\xe9', 'application/octet-stream'],
    ['caf\xc3\xa9', 'text/plain'],
    ['\xef\xbb\xbf{"a":1}', 'text/plain'],
    ['  <!DOCTYPE html><p>', 'text/html'],
    ['<!-- a\nb --><script>', 'text/html'],
    ['<?xml version="1.0"?>\n<svg xmlns="">', 'image/svg+xml'],
    ['<?xml version="1.0"?><a/>', 'application/xml'],
    ['# Plan', 'text/plain'],
  ])('%j is %s', (head, expected) => {
    expect(sniffType(bytes(head))).toBe(expected);
  });

  it('does not take a character that is cut for something else', () => {
    expect(sniffType(bytes(`${'a'.repeat(SNIFF_BYTES - 1)}\xe2\x80\x93`))).toBe('text/plain');
  });
});

describe('typeVerdict', () => {
  it.each<[string | undefined, string | undefined, ReturnType<typeof typeVerdict>]>([
    [undefined, 'image/png', 'undeclared'],
    ['image/png', undefined, 'unknown'],
    ['application/octet-stream', 'image/png', 'unknown'],
    ['IMAGE/PNG; q=1', 'image/png', 'agrees'],
    ['image/jpg', 'image/jpeg', 'agrees'],
    ['image/png', 'text/html', 'differs'],
    ['image/png', 'text/plain', 'differs'],
    ['image/png', 'image/jpeg', 'differs'],
    ['text/plain', 'image/png', 'differs'],
    ['text/plain', 'text/html', 'agrees'],
    ['application/json', 'text/plain', 'agrees'],
    ['application/json', 'text/html', 'differs'],
    ['text/csv', 'application/octet-stream', 'differs'],
    ['application/vnd.custom', 'application/octet-stream', 'unknown'],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'application/zip', 'unknown'],
    ['image/png', 'application/zip', 'differs'],
    ['audio/ogg', 'audio/ogg', 'agrees'],
    ['video/ogg', 'audio/ogg', 'agrees'],
  ])('%s, looks like %s: %s', (declared, sniffed, expected) => {
    expect(typeVerdict(declared, sniffed)).toBe(expected);
  });

  it.each(['text/x-python', 'application/problem+json', 'application/yaml'])('%s is text', (type) => {
    expect(isTextType(type)).toBe(true);
  });
});
