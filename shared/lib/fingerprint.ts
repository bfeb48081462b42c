const OFFSETS = [0x811c9dc5, 0x9747b28c] as const;
const PRIME = 0x01000193;

/** A short text that is the same for equal texts and in practice differs for others. No protection against intent. */
export function fingerprint(text: string): string {
  let one: number = OFFSETS[0];
  let two: number = OFFSETS[1];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    one = Math.imul(one ^ unit, PRIME);
    two = Math.imul(two ^ ((unit << 3) + index), PRIME);
  }
  return `${text.length}:${(one >>> 0).toString(36)}${(two >>> 0).toString(36)}`;
}
