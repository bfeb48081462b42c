import type { LensIssue, LensView } from '../../../shared/contract/lenses.ts';
import { FILE_CHARS, type ParsedLens, parseLensFile } from '../../../shared/lenses/user/parse.ts';
import { lineOf, placeOf } from '../../../shared/lib/json-places.ts';
import type { LensFile } from './lens-folder.ts';

/** The faults of a lens file with their places in its text. */
export function placedIssues(text: string, issues: ParsedLens['issues']): LensIssue[] {
  return issues.map(({ severity, message, pointer = '' }) => {
    // A text that is too long is not read, so it has no places.
    const { start, end } = text.length > FILE_CHARS ? { start: 0, end: 0 } : placeOf(text, pointer);
    return { severity, message, pointer, start, end, ...lineOf(text, start) };
  });
}

/** One file as pages see it, and its lens when it has one. */
export function readLens(file: LensFile, off: boolean): { view: LensView; lens?: ParsedLens['lens'] } {
  const stem = file.file.replace(/\.json$/, '');
  if (file.text === undefined) {
    const issue: LensIssue = {
      severity: 'error',
      message: file.problem ?? 'The file is gone.',
      pointer: '',
      ...{ start: 0, end: 0, line: 1, column: 1 },
    };
    return { view: { file: file.file, name: stem, state: 'broken', issues: [issue] } };
  }
  const { lens, issues } = parseLensFile(file.text);
  const state = lens === undefined ? 'broken' : off ? 'off' : 'used';
  const view: LensView = {
    file: file.file,
    name: lens?.id ?? stem,
    state,
    text: file.text,
    issues: placedIssues(file.text, issues),
  };
  return lens === undefined ? { view } : { view, lens };
}
