// @ts-check

/** Both lengths in front of the header are 4-byte values, padded to this many bytes. */
const WORD = 4;

/** @param {...number} values */
function words(...values) {
  const bytes = Buffer.alloc(values.length * WORD);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * WORD);
  return bytes;
}

/**
 * Packs files into an asar archive: a size, a padded JSON header, then the contents one after the other.
 * A folder `resources/app` would do for Electron as well, but survives packaging and then hides the packaged app.
 * @param {Record<string, string>} files name -> text, no folders
 * @returns {Buffer}
 */
export function packAsar(files) {
  /** @type {Record<string, { size: number, offset: string }>} */
  const entries = {};
  const contents = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const bytes = Buffer.from(text);
    entries[name] = { size: bytes.length, offset: String(offset) };
    contents.push(bytes);
    offset += bytes.length;
  }
  const json = Buffer.from(JSON.stringify({ files: entries }));
  const padding = Buffer.alloc((WORD - (json.length % WORD)) % WORD);
  const payload = WORD + json.length + padding.length;
  return Buffer.concat([words(WORD, WORD + payload, payload, json.length), json, padding, ...contents]);
}
