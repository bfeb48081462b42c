import { crc32 } from 'node:zlib';

/** Bytes of an archive that it can count without its 64 bit form. */
export const ZIP_LIMIT_BYTES = 0xffff_fffe;

const LOCAL = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const LOCAL_BYTES = 30;
const DESCRIPTOR_BYTES = 16;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
/** Version 2.0 is the first with data descriptors. */
const VERSION = 20;
/** Bit 3: size and CRC follow the content. Bit 11: the name is UTF-8. */
const FLAGS = (1 << 3) | (1 << 11);
/** The first year that a time can say, and the last. */
const FIRST_YEAR = 1980;
const LAST_YEAR = 2107;

interface Entry {
  name: Buffer;
  offset: number;
  crc: number;
  bytes: number;
}

/** Bytes of an archive of files of these names and sizes. */
export function zipBytes(files: readonly { name: string; bytes: number }[]): number {
  const each = LOCAL_BYTES + DESCRIPTOR_BYTES + CENTRAL_BYTES;
  return files.reduce((sum, { name, bytes }) => sum + each + 2 * Buffer.byteLength(name) + bytes, END_BYTES);
}

/**
 * A ZIP archive (APPNOTE.TXT 6.3) made while its files are read: contents are stored as they are, and what is known only
 * after them follows them. Answers with the bytes to write around the contents.
 */
export class Zip {
  private readonly entries: Entry[] = [];
  private readonly stamp: Buffer;
  private offset = 0;

  /** @param at time of all files, in the zone of this computer: the format knows no other */
  constructor(at: Date) {
    this.stamp = stampOf(at);
  }

  /** What stands before the content of the next file. */
  begin(name: string): Buffer {
    const entry = { name: Buffer.from(name, 'utf8'), offset: this.offset, crc: 0, bytes: 0 };
    this.entries.push(entry);
    const head = Buffer.alloc(LOCAL_BYTES);
    head.writeUInt32LE(LOCAL, 0);
    this.common(head, 4, entry, false);
    this.offset += LOCAL_BYTES + entry.name.length;
    return Buffer.concat([head, entry.name]);
  }

  /** Counts content of the file that was begun last. */
  take(content: Buffer): void {
    const entry = this.entries[this.entries.length - 1];
    if (!entry) throw new Error('no file was begun');
    entry.crc = crc32(content, entry.crc);
    entry.bytes += content.length;
    this.offset += content.length;
  }

  /** What stands behind the content of that file. */
  endFile(): Buffer {
    const { crc = 0, bytes = 0 } = this.entries[this.entries.length - 1] ?? {};
    const tail = Buffer.alloc(DESCRIPTOR_BYTES);
    tail.writeUInt32LE(DESCRIPTOR, 0);
    tail.writeUInt32LE(crc, 4);
    tail.writeUInt32LE(bytes, 8);
    tail.writeUInt32LE(bytes, 12);
    this.offset += DESCRIPTOR_BYTES;
    return tail;
  }

  /** The directory that ends the archive. */
  end(): Buffer {
    const lines = this.entries.map((entry) => {
      const line = Buffer.alloc(CENTRAL_BYTES);
      line.writeUInt32LE(CENTRAL, 0);
      line.writeUInt16LE(VERSION, 4);
      this.common(line, 6, entry, true);
      line.writeUInt32LE(entry.offset, 42);
      return Buffer.concat([line, entry.name]);
    });
    const directory = Buffer.concat(lines);
    const end = Buffer.alloc(END_BYTES);
    end.writeUInt32LE(END, 0);
    end.writeUInt16LE(lines.length, 8);
    end.writeUInt16LE(lines.length, 10);
    end.writeUInt32LE(directory.length, 12);
    end.writeUInt32LE(this.offset, 16);
    return Buffer.concat([directory, end]);
  }

  /** The fields that both heads of a file have, in the same order. */
  private common(head: Buffer, at: number, { name, crc, bytes }: Entry, known: boolean): void {
    head.writeUInt16LE(VERSION, at);
    head.writeUInt16LE(FLAGS, at + 2);
    // At + 4 the method: 0, stored.
    this.stamp.copy(head, at + 6);
    head.writeUInt32LE(known ? crc : 0, at + 10);
    head.writeUInt32LE(known ? bytes : 0, at + 14);
    head.writeUInt32LE(known ? bytes : 0, at + 18);
    head.writeUInt16LE(name.length, at + 22);
  }
}

/** Time and date as MS-DOS counts them: in steps of two seconds. */
function stampOf(at: Date): Buffer {
  const stamp = Buffer.alloc(4);
  const year = Math.max(FIRST_YEAR, Math.min(LAST_YEAR, at.getFullYear())) - FIRST_YEAR;
  stamp.writeUInt16LE((at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1), 0);
  stamp.writeUInt16LE((year << 9) | ((at.getMonth() + 1) << 5) | at.getDate(), 2);
  return stamp;
}
