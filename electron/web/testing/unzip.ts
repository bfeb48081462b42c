/** A file of an archive. */
export interface Unzipped {
  name: string;
  content: Buffer;
}

/** The files that the directory of an archive without compression leads to, in its order. */
export function unzip(archive: Buffer): Unzipped[] {
  const files: Unzipped[] = [];
  const end = archive.length - 22;
  if (end < 0 || archive.readUInt32LE(end) !== 0x06054b50) throw new Error('the archive has no end');
  for (let at = archive.readUInt32LE(end + 16); at < end; ) {
    const length = archive.readUInt16LE(at + 28);
    const begin = archive.readUInt32LE(at + 42) + 30 + length;
    files.push({
      name: archive.subarray(at + 46, at + 46 + length).toString(),
      content: archive.subarray(begin, begin + archive.readUInt32LE(at + 24)),
    });
    at += 46 + length;
  }
  return files;
}
