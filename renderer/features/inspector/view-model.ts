import type { EntryView } from '../../../shared/contract/views.ts';
import { requestHead, responseHead } from '../../../shared/replay/http-text.ts';

/** Head lines of an entry as they went over the wire, before its body. */
export function headLines(view: EntryView): string {
  const { entry } = view;
  if (entry.kind === 'request' || entry.kind === 'delivery') return requestHead(entry).join('\n');
  return entry.kind === 'head' ? responseHead(entry).join('\n') : '';
}
