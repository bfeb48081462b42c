/** Cells of one line that are kept; nobody reads more columns than that. */
export const COLUMNS_LIMIT = 256;

/** Reads a table bit by bit (RFC 4180, with any line end and any separator). */
export class Csv {
  readonly rows: string[][] = [];
  columns = 0;
  done = false;
  private at = 0;
  private readonly text: string;
  private readonly separator: string;

  constructor(text: string, separator: string) {
    this.text = text.startsWith('\ufeff') ? text.slice(1) : text;
    this.separator = separator;
  }

  /** Reads for some milliseconds; true once everything was read. */
  advance(ms: number): boolean {
    const until = performance.now() + ms;
    while (this.at < this.text.length) {
      const row = this.line();
      if (row.length > this.columns) this.columns = row.length;
      this.rows.push(row);
      if (this.rows.length % 256 === 0 && performance.now() > until) return false;
    }
    this.done = true;
    return true;
  }

  private line(): string[] {
    const { text, separator } = this;
    const row: string[] = [];
    const keep = (cell: string) => {
      if (row.length < COLUMNS_LIMIT) row.push(cell);
    };
    for (;;) {
      if (text[this.at] === '"') keep(this.quoted());
      else {
        let end = this.at;
        while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++;
        keep(text.slice(this.at, end));
        this.at = end;
      }
      const next = text[this.at];
      if (next === separator) {
        this.at++;
        continue;
      }
      if (next === '\r' && text[this.at + 1] === '\n') this.at++;
      this.at++;
      return row;
    }
  }

  /** A cell in quotation marks, and whatever follows them up to the next separator. */
  private quoted(): string {
    const { text, separator } = this;
    let cell = '';
    let from = this.at + 1;
    for (;;) {
      const end = text.indexOf('"', from);
      if (end < 0) {
        this.at = text.length;
        return cell + text.slice(from);
      }
      cell += text.slice(from, end);
      if (text[end + 1] !== '"') {
        from = end + 1;
        break;
      }
      cell += '"';
      from = end + 2;
    }
    let end = from;
    while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++;
    this.at = end;
    return cell + text.slice(from, end);
  }
}

const NUMBER = /^\s*[-+]?(?:\d[\d,\u2009 ]*)?\.?\d+(?:e[-+]?\d+)?\s*%?\s*$/i;

/** Whether a cell is a number and stands at the right. */
export const isNumeric = (cell: string): boolean => cell.length < 40 && NUMBER.test(cell);
