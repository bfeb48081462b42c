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
