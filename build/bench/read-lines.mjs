// What reading a session file costs at least. Arguments: `scan` to count its lines or `parse` to parse them too, and the
// file. Prints one line of JSON.
import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

const [how, file] = process.argv.slice(2);
const CHUNK_BYTES = 1024 * 1024;
const LF = 10;

let events = 0;
let bytes = 0;

/** Goes from line feed to line feed. */
function scan(chunk) {
  for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, at + 1)) events += 1;
}

const decoder = new StringDecoder('utf8');
let rest = '';

/** The same, and each line becomes an object. */
function parse(chunk) {
  const piece = rest + decoder.write(chunk);
  let from = 0;
  for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', from)) {
    if (JSON.parse(piece.slice(from, end))) events += 1;
    from = end + 1;
  }
  rest = piece.slice(from);
}

const take = how === 'parse' ? parse : scan;
const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
const cpu = process.cpuUsage();
const start = process.hrtime.bigint();
const opened = openSync(file, 'r');
for (let read = readSync(opened, chunk); read > 0; read = readSync(opened, chunk)) {
  bytes += read;
  take(chunk.subarray(0, read));
}
closeSync(opened);
const wall = Number(process.hrtime.bigint() - start) / 1e6;
const { user, system } = process.cpuUsage(cpu);
console.log(JSON.stringify({ events, bytes, wall, cpu: (user + system) / 1000 }));
