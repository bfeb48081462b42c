import type { Filter, FilterIssueCode, FilterPart, FilterValue } from './filter.ts';
import { choice, choicesOf, FILTER_KEYS, type FilterKey, familyOf, keyOf, typeOf } from './keys.ts';
import { nearest } from './nearest.ts';
import { type Compared, compared, comparedStatus } from './quantity.ts';

/** A word before a colon; an address is none. */
const KEY = /([A-Za-z]{2,}):(?!\/\/)/y;
const SPACE = /\s/;

interface Token {
  from: number;
  to: number;
  text: string;
  quoted: boolean;
}

/**
 * Reads a filter: parts between spaces, each a word or `key:value`, `-` before it for the opposite, commas between values
 * of which any will do, quotes around what has spaces in it. Never throws: what makes no sense is listed and left out.
 */
export function parseFilter(source: string): Filter {
  const reader = new Reader(source);
  while (reader.part());
  return { source, parts: reader.parts, issues: reader.issues };
}

class Reader {
  readonly parts: FilterPart[] = [];
  readonly issues: Filter['issues'] = [];
  private at = 0;

  constructor(private readonly source: string) {}

  /** Reads the next part; false at the end. */
  part(): boolean {
    const { source } = this;
    while (this.at < source.length && SPACE.test(source.charAt(this.at))) this.at++;
    if (this.at >= source.length) return false;
    const from = this.at;
    const negated = source.charAt(from) === '-';
    if (negated) this.at++;
    KEY.lastIndex = this.at;
    const word = KEY.exec(source)?.[1];
    if (word === undefined) this.bare(from, negated);
    else this.keyed(from, negated, word);
    return true;
  }

  private bare(from: number, negated: boolean): void {
    const { text } = this.token(false);
    // A lone dash, or quotes with nothing between them yet.
    if (text !== '') this.parts.push({ from, to: this.at, negated, values: [{ kind: 'word', text }] });
  }

  private keyed(from: number, negated: boolean, word: string): void {
    const keyFrom = this.at;
    this.at += word.length + 1;
    const keyTo = this.at;
    const tokens = this.list();
    const key = keyOf(word);
    if (key === undefined) {
      const suggestion = nearest(word, FILTER_KEYS);
      this.issues.push({
        code: 'unknown-key',
        from: keyFrom,
        to: keyTo,
        key: word,
        value: '',
        ...(suggestion === undefined ? {} : { suggestion }),
      });
      return;
    }
    const written = tokens.filter(({ text }) => text !== '');
    if (written.length === 0) this.issues.push({ code: 'no-value', from: keyFrom, to: this.at, key: word, value: '' });
    const values = written.flatMap((token) => this.value(key, word, token) ?? []);
    if (values.length > 0) this.parts.push({ from, to: this.at, negated, key, values });
  }

  private list(): Token[] {
    const tokens = [this.token(true)];
    while (this.source.charAt(this.at) === ',') {
      this.at++;
      tokens.push(this.token(true));
    }
    return tokens;
  }

  /** A quoted text, to the end when nobody closed it, or everything up to the next space. */
  private token(commas: boolean): Token {
    const { source } = this;
    const from = this.at;
    let text = '';
    if (source.charAt(from) === '"') {
      this.at++;
      while (this.at < source.length && source.charAt(this.at) !== '"') {
        const escaped = source.charAt(this.at) === '\\' && /["\\]/.test(source.charAt(this.at + 1));
        if (escaped) this.at++;
        text += source.charAt(this.at++);
      }
      this.at = Math.min(source.length, this.at + 1);
      return { from, to: this.at, text, quoted: true };
    }
    while (this.at < source.length) {
      const sign = source.charAt(this.at);
      if (SPACE.test(sign) || (commas && sign === ',')) break;
      text += sign;
      this.at++;
    }
    return { from, to: this.at, text, quoted: false };
  }

  private value(key: FilterKey, word: string, { from, to, text }: Token): FilterValue | undefined {
    const type = typeOf(key);
    const wrong = (code: FilterIssueCode, suggestion?: string) => {
      this.issues.push({ code, from, to, key: word, value: text, ...(suggestion === undefined ? {} : { suggestion }) });
      return undefined;
    };
    const range = (bounds: Compared, code: FilterIssueCode): FilterValue | undefined =>
      bounds === 'unreadable'
        ? wrong(code)
        : bounds === 'nonsense'
          ? wrong('bad-range')
          : { kind: 'range', text, bounds };
    switch (type) {
      case 'time':
        return range(compared(text, 'time'), 'bad-time');
      case 'size':
        return range(compared(text, 'size'), 'bad-size');
      case 'number':
        return range(compared(text, 'number'), 'bad-number');
      case 'status':
        return range(comparedStatus(text), 'bad-number');
      case 'choice': {
        const known = choicesOf(key);
        const usual = choice(key, text);
        if (known.some((one) => one.startsWith(usual))) return { kind: 'word', text: usual };
        return wrong('unknown-value', nearest(usual, [...known.flatMap((one) => familyOf(one) ?? []), ...known]));
      }
      default:
        return { kind: 'word', text };
    }
  }
}
