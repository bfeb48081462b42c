import { isObject, parseJson } from '../../../shared/lib/json.ts';
import type { Entry, FrameEntry } from '../../../shared/model/entry.ts';

/**
 * One entry as a line of a session file, its line feed included. Frames are put together by hand, because they come by
 * the thousand and only their text needs escaping; key order and spelling are those of `JSON.stringify`.
 */
export function entryLine(entry: Entry): string {
  return entry.kind === 'frame' ? frameLine(entry) : `${JSON.stringify(entry)}\n`;
}

function frameLine(entry: FrameEntry): string {
  const { body } = entry;
  let line = `{"seq":${entry.seq},"at":${entry.at},"kind":"frame","exchange":${entry.exchange},"framing":"${entry.framing}","body":{"bytes":${body.bytes}`;
  if (body.text !== undefined) line += `,"text":${JSON.stringify(body.text)}`;
  if (body.base64 !== undefined) line += `,"base64":"${body.base64}"`;
  if (body.masked !== undefined) line += `,"masked":${JSON.stringify(body.masked)}`;
  line += '}';
  if (entry.event !== undefined) line += `,"event":${JSON.stringify(entry.event)}`;
  if (entry.id !== undefined) line += `,"id":${JSON.stringify(entry.id)}`;
  if (entry.retry !== undefined) line += `,"retry":${entry.retry}`;
  return `${line}}\n`;
}

/** What an embedded frame's line says before the JSON itself. `lead` and `tail` are the text around the JSON. */
const EMBEDDED =
  /^\{"seq":(\d+),"at":([\d.]+),"kind":"frame","exchange":(\d+),"framing":"sse","body":\{"bytes":(\d+),"lead":"(data: ?)","tail":"\\n\\n","data":/;
/** Ends of the body and of the entry. */
const EMBEDDED_END = '}}';

/** The entry of an embedded frame's line, and the JSON in it; undefined for every other line. */
export function readEmbedded(line: string): { entry: FrameEntry; data: string } | undefined {
  const head = EMBEDDED.exec(line);
  if (!head || !line.endsWith(EMBEDDED_END)) return undefined;
  const [all, seq, at, exchange, bytes, lead] = head;
  const data = line.slice(all.length, -EMBEDDED_END.length);
  const body = { bytes: Number(bytes), text: `${lead}${data}\n\n` };
  const entry: FrameEntry = {
    seq: Number(seq),
    at: Number(at),
    kind: 'frame',
    exchange: Number(exchange),
    framing: 'sse',
    body,
  };
  return { entry, data };
}

/**
 * Reads one line of a session file, without its line feed; undefined when it is no JSON object. The text of an embedded
 * frame is given back to the letter, and is not parsed here.
 */
export function readEntryLine(line: string): Record<string, unknown> | undefined {
  const embedded = readEmbedded(line);
  return embedded ? { ...embedded.entry } : readSpelledOut(line);
}

/** The same of a line that is known to hold no embedded frame as it was written. */
export function readSpelledOut(line: string): Record<string, unknown> | undefined {
  const parsed = parseJson(line);
  if (!parsed.ok || !isObject(parsed.value)) return undefined;
  const entry = parsed.value;
  return isObject(entry.body) && 'data' in entry.body ? { ...entry, body: spelledOut(entry.body) } : entry;
}

/** The body of an embedded frame whose line another program has written anew: the spelling of its JSON is lost. */
function spelledOut({ lead = '', tail = '', data, ...body }: Record<string, unknown>): Record<string, unknown> {
  return { ...body, text: `${lead}${JSON.stringify(data)}${tail}` };
}
