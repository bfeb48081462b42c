import { at, type Pointer } from '../../../lib/pointer.ts';
import type { BindingId, DialectId } from '../../../model/entry.ts';
import type { Issue, Severity } from '../../../model/issue.ts';

/** Issues kept for one value; a list of ten thousand broken parts must not become ten thousand issues. */
export const ISSUE_LIMIT = 50;
/** Characters of a wrong value quoted in an issue. */
const QUOTE_CHARS = 60;

/** What a reader says about one place, apart from the place itself. */
export interface Remark {
  code: string;
  severity: Severity;
  message: string;
  clause?: string;
  fix?: string;
}

/**
 * State of one decoding: where we are, which version's spellings count as normal, and what was found. The trail is
 * turned into a pointer only when there is something to report, so a well-formed value costs no strings.
 */
export class Reader {
  readonly issues: Issue[] = [];
  readonly asked: DialectId;
  readonly binding: BindingId;
  /** The value is in the 0.3 form: its spellings are what is expected, not departures. */
  older: boolean;
  private readonly trail: (string | number)[] = [];
  private depth = 0;

  constructor(asked: DialectId, binding: BindingId = 'JSONRPC') {
    this.asked = asked;
    this.binding = binding;
    this.older = asked === '0.3';
  }

  /** 0.3 over HTTP is ProtoJSON of the 0.3 proto: wrapped results and 1.0 enum names are correct there. */
  get olderProto(): boolean {
    return this.asked === '0.3' && this.binding !== 'JSONRPC';
  }

  enter(step: string | number): void {
    this.trail[this.depth++] = step;
  }

  leave(): void {
    this.depth--;
  }

  report(remark: Remark, step?: string | number): void {
    if (this.issues.length > ISSUE_LIMIT) return;
    if (this.issues.length === ISSUE_LIMIT) {
      this.issues.push({ code: 'more-issues', severity: 'note', message: 'There are more departures of this kind.' });
      return;
    }
    this.issues.push({ ...remark, pointer: this.pointer(step) });
  }

  /** For departures that usually run through a whole value: only the first place is reported. */
  reportOnce(remark: Remark, step?: string | number): void {
    if (!this.issues.some((issue) => issue.code === remark.code)) this.report(remark, step);
  }

  /** Goes back to an earlier point, when an object is read a second time in another form. */
  rewind(issues: number, older: boolean): void {
    this.issues.length = issues;
    this.older = older;
  }

  private pointer(step?: string | number): Pointer {
    let pointer = '';
    for (let i = 0; i < this.depth; i++) pointer = at(pointer, this.trail[i] as string | number);
    return step === undefined ? pointer : at(pointer, step);
  }
}

/** A short JSON spelling of a wrong value, for the text of an issue. */
export function quote(value: unknown): string {
  const text = jsonText(value);
  return text.length > QUOTE_CHARS ? `${text.slice(0, QUOTE_CHARS)}...` : text;
}

/** JSON text of any value that came out of a JSON parser. */
export const jsonText = (value: unknown): string => JSON.stringify(value) ?? String(value);

export const otherVersion = (reader: Reader, what: string): Remark => ({
  code: 'other-version-shape',
  severity: reader.asked === '0.3' ? 'note' : 'warning',
  message:
    reader.asked === '0.3'
      ? `${what} is in the 1.0 form, although 0.3 was asked for.`
      : `${what} is in the 0.3 form, although 1.0 was asked for.`,
  clause: '1.0 §3.6',
});
