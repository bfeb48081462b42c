/**
 * Bytes up to which the runtime looks for the first byte of a needle and compares the rest; for longer ones it skips along
 * tables, which on text takes four times as long.
 */
const QUICK_BYTES = 7;
/** Bytes that say which of a needle's bytes are rare. */
const SAMPLE_BYTES = 64 * 1024;

/**
 * Finds a needle in one piece of bytes after the other, as `indexOf` does: the place of the first one from an offset on,
 * or -1. It goes by the part of the needle that begins with the byte that is rarest in the first piece.
 */
export function createByteSearch(needle: Buffer): (bytes: Buffer, from: number) => number {
  if (needle.length <= QUICK_BYTES) return (bytes, from) => bytes.indexOf(needle, from);
  let part: Buffer | undefined;
  let before = 0;
  return (bytes, from) => {
    if (part === undefined) {
      before = rarestByte(needle, bytes.subarray(0, SAMPLE_BYTES));
      part = needle.subarray(before, before + QUICK_BYTES);
    }
    for (let place = bytes.indexOf(part, from + before); place >= 0; place = bytes.indexOf(part, place + 1)) {
      const begin = place - before;
      if (begin + needle.length > bytes.length) return -1;
      if (bytes.compare(needle, 0, needle.length, begin, begin + needle.length) === 0) return begin;
    }
    return -1;
  };
}

/** Index of the needle's byte that occurs least. */
function rarestByte(needle: Buffer, sample: Buffer): number {
  const counts = new Uint32Array(256);
  for (const byte of sample) counts[byte] = (counts[byte] as number) + 1;
  let rarest = 0;
  for (let index = 1; index < needle.length; index += 1) {
    if ((counts[needle[index] as number] as number) < (counts[needle[rarest] as number] as number)) rarest = index;
  }
  return rarest;
}
