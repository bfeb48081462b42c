// How late the events of a paced stream are parsed when nothing else is done with them. Arguments: address of the load
// server, text of the message. Prints one line of JSON.
import { request } from 'node:http';
import { StringDecoder } from 'node:string_decoder';

const [url, text] = process.argv.slice(2);
const PREFIX = 'data: ';
/** The time that the load server writes into each event, microseconds since the epoch. */
const SENT = /#\d{7} t=(\d{16})/;
const message = { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text }] };
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage', params: { message } });

/** Long enough to see several steps of the wall clock, which has whole milliseconds only. */
const CLOCK_MS = 5;
let offset = Number.NEGATIVE_INFINITY;
// Both the missing part of a millisecond and being interrupted make it smaller.
for (const from = performance.now(); performance.now() < from + CLOCK_MS; ) {
  offset = Math.max(offset, Date.now() - performance.now());
}

const lags = [];
let rest = '';
let first = 0;
const decoder = new StringDecoder('utf8');
const start = performance.now();
const sent = request(`${url}/rpc`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'a2a-version': '1.0' },
});
sent.on('response', (response) => {
  response.on('data', (chunk) => {
    const piece = rest + decoder.write(chunk);
    let from = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', from)) {
      if (piece.startsWith(PREFIX, from)) {
        const now = performance.now();
        const said = JSON.parse(piece.slice(from + PREFIX.length, end)).result.statusUpdate?.status.message.parts[0]
          .text;
        first ||= now - start;
        const at = said?.match(SENT)?.[1];
        if (at) lags.push(now + offset - Number(at) / 1000);
      }
      from = end + 1;
    }
    rest = piece.slice(from);
  });
  response.on('end', () => {
    lags.sort((a, b) => a - b);
    const share = (part) => lags[Math.min(lags.length - 1, Math.floor(lags.length * part))];
    console.log(JSON.stringify({ events: lags.length, first, p50: share(0.5), p99: share(0.99) }));
  });
});
sent.end(body);
