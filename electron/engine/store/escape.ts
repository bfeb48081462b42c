/** Per byte: 0 copies it, 1 writes `\u00XX`, anything else is the letter after a backslash (RFC 8259 §7). */
const ESCAPE = new Uint8Array(256);
for (let code = 0; code < 0x20; code += 1) ESCAPE[code] = 1;
for (const [from, to] of ['\bb', '\tt', '\nn', '\ff', '\rr', '""', '\\\\'] as const) {
  ESCAPE[(from as string).charCodeAt(0)] = (to as string).charCodeAt(0);
}

/** A byte becomes at most this many. */
export const ESCAPED_MAX_BYTES = 6;

const BACKSLASH = 0x5c;
const HEX = Buffer.from('0123456789abcdef');

/**
 * Writes UTF-8 bytes as the inside of a JSON string, the way `JSON.stringify` spells it; returns the position after
 * them. The target must have room. Several times cheaper than making the escaped string and encoding it.
 */
export function escapeInto(target: Buffer, at: number, source: Buffer, start: number, end: number): number {
  let to = at;
  for (let from = start; from < end; from += 1) {
    const byte = source[from] as number;
    const code = ESCAPE[byte] as number;
    if (code === 0) target[to++] = byte;
    else {
      target[to++] = BACKSLASH;
      if (code !== 1) target[to++] = code;
      else {
        target[to++] = 0x75;
        target[to++] = 0x30;
        target[to++] = 0x30;
        target[to++] = HEX[byte >> 4] as number;
        target[to++] = HEX[byte & 15] as number;
      }
    }
  }
  return to;
}

/** Writes a whole number from 0 in decimal; returns the position after it. */
export function writeNumber(target: Buffer, at: number, value: number): number {
  let digits = 1;
  for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) digits += 1;
  let rest = value;
  for (let place = at + digits - 1; place >= at; place -= 1) {
    target[place] = 0x30 + (rest % 10);
    rest = Math.floor(rest / 10);
  }
  return at + digits;
}

/** Copies a short run of bytes; for a few dozen a loop is cheaper than a call into the runtime. */
export function copyInto(target: Buffer, at: number, source: Buffer): number {
  for (let i = 0; i < source.length; i += 1) target[at + i] = source[i] as number;
  return at + source.length;
}
