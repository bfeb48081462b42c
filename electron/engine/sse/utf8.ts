/** Bytes at the end of `bytes` that begin a UTF-8 sequence whose rest has not arrived, 0 to 3. */
export function openSequence(bytes: Buffer): number {
  const last = bytes.length - 1;
  for (let back = 0; back < 3 && back <= last; back += 1) {
    const byte = bytes[last - back] as number;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back + 1 ? back + 1 : 0;
  }
  return 0;
}

/** The text of bytes when they are UTF-8, otherwise undefined: the text then could not give the bytes back. */
export function exactText(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8');
  if (!text.includes('\uFFFD')) return text;
  return Buffer.from(text, 'utf8').equals(bytes) ? text : undefined;
}
