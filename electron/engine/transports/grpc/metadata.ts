import { Metadata } from '@grpc/grpc-js';
import { done, type Reply, refused } from '../../../../shared/lib/result.ts';
import type { HeaderLines } from '../../../../shared/model/entry.ts';

/** What the library puts behind the user agent it is given; other parts of a gRPC request's head are fixed as well. */
const LIBRARY_AGENT = 'grpc-node-js/1.14.7';

export interface RequestMetadata {
  metadata: Metadata;
  /** The user agent before the library's own. */
  userAgent: string;
  /** Every header line that goes out, in order. */
  lines: HeaderLines;
}

/** Lines that HTTP/2 or the library decide; those of a user have no effect on them. */
const FIXED =
  /^(?:host|te|content-type|content-length|connection|accept|accept-encoding|transfer-encoding|grpc-.*|:.*)$/;

/** Binary values are base64 on the wire. */
const isBinary = (name: string): boolean => name.endsWith('-bin');

/** Header lines as metadata: names in lower case. Refused when a name or value cannot be sent. */
export function toMetadata(headers: HeaderLines, userAgent: string): Reply<RequestMetadata> {
  const metadata = new Metadata();
  const lines: HeaderLines = [];
  let agent = userAgent;
  for (const [written, value] of headers) {
    const name = written.toLowerCase();
    if (FIXED.test(name)) continue;
    if (name === 'user-agent') {
      agent = value;
      continue;
    }
    try {
      metadata.add(name, isBinary(name) ? Buffer.from(value, 'base64') : value);
    } catch (error) {
      return refused(
        'bad-input',
        `The header line "${written}" cannot be sent over gRPC: ${(error as Error).message}.`,
      );
    }
    lines.push([name, value]);
  }
  lines.push(
    ['grpc-accept-encoding', 'identity,deflate,gzip'],
    ['accept-encoding', 'identity'],
    ['user-agent', `${agent} ${LIBRARY_AGENT}`.trim()],
    ['content-type', 'application/grpc'],
    ['te', 'trailers'],
  );
  return done({ metadata, userAgent: agent, lines });
}

/** Received metadata as header lines; binary values in base64. */
export function metadataLines(metadata: Metadata): HeaderLines {
  const lines: HeaderLines = [];
  for (const [name, values] of Object.entries(metadata.toJSON())) {
    for (const value of values) lines.push([name, typeof value === 'string' ? value : value.toString('base64')]);
  }
  return lines;
}
