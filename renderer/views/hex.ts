/** Bytes per line of a hexadecimal view. */
const HEX_WIDTH = 16;

/** The bytes that base64 text stands for. */
export const fromBase64 = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

const pair = (byte: number): string => byte.toString(16).padStart(2, '0');

/** Bytes as pairs of digits, a space between them. */
export const hexPairs = (bytes: Uint8Array): string => Array.from(bytes, pair).join(' ');

/** The usual three columns: offset, bytes, printable characters. */
export function hexLines(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let offset = 0; offset < bytes.length; offset += HEX_WIDTH) {
    const slice = bytes.subarray(offset, offset + HEX_WIDTH);
    const printable = Array.from(slice, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.'));
    const hex = hexPairs(slice).padEnd(HEX_WIDTH * 3 - 1);
    lines.push(`${offset.toString(16).padStart(8, '0')}  ${hex}  ${printable.join('')}`);
  }
  return lines.join('\n');
}
