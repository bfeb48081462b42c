import { deflateSync } from 'node:zlib';

/** Path of the image on this agent's own server. */
export const SAMPLE_IMAGE_PATH = '/files/sample.png';

/** Edge length of the square image, in pixels. */
const SIZE = 96;

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

let cached: Buffer | undefined;

/** A small PNG: a disc on a gradient, 96 x 96 pixels, 8-bit RGB. */
export function sampleImage(): Buffer {
  cached ??= encodePng(SIZE, SIZE, paint);
  return cached;
}

type Paint = (x: number, y: number) => readonly [red: number, green: number, blue: number];

function paint(x: number, y: number): readonly [number, number, number] {
  const centre = (SIZE - 1) / 2;
  const distance = Math.hypot(x - centre, y - centre);
  if (distance < SIZE / 4) return [255, 196, 64];
  return [24 + x, 64 + Math.round(y / 2), 160 - Math.round(x / 2)];
}

/** PNG of colour type 2 without interlacing; every line uses filter 0. */
function encodePng(width: number, height: number, colourAt: Paint): Buffer {
  const lineBytes = 1 + width * 3;
  const pixels = Buffer.alloc(height * lineBytes);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) pixels.set(colourAt(x, y), y * lineBytes + 1 + x * 3);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}

/** The checksum of PNG chunks; `zlib.crc32` is missing before Node 22. */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
