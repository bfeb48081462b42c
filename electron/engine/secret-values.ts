import { MASK } from '../../shared/lib/mask.ts';
import type { SecretValues as SecretValuesSeam } from './access/seams.ts';
import { formsOf } from './masking/forms.ts';
import { createMatcher, type Matcher } from './masking/matcher.ts';
import { isProtocolWord } from './masking/protocol-words.ts';

/** Characters from which on a form is looked for inside texts. Shorter ones occur by chance; only whole values count. */
export const SUBSTRING_MIN_CHARS = 8;
/** Characters from which on a shorter value is looked for as a whole string of JSON. */
export const WHOLE_VALUE_MIN_CHARS = 3;
/** Characters between a key and its colon that are looked at. */
const KEY_END_CHARS = 8;
/** Values that were only seen under a name that says secret; the oldest are forgotten. */
const LEARNED_LIMIT = 64;
/** Forgotten at once, because everything is put together anew then. */
const FORGOTTEN_AT_ONCE = 16;

/** An ASCII character spelled as an escape of JSON. */
const ASCII_ESCAPE = /\\u00[2-7]/;

/** Characters by which a pattern is looked up where one begins. No pattern is shorter. */
const LEAD_CHARS = 3;

interface Search {
  matcher: Matcher;
  patterns: string[];
  /** By their first characters, longest first. */
  byLead: Map<string, string[]>;
  /** Digits of base64. */
  base64: Set<string>;
  /** Short values between quotes. */
  quoted: Set<string>;
}

/** Every secret value of one run, and the forms it takes on the wire. */
export class SecretValues implements SecretValuesSeam {
  readonly #values = new Set<string>();
  readonly #learned = new Set<string>();
  readonly #whole = new Set<string>();
  #texts: string[] = [];
  #quoted: string[] = [];
  #base64: string[] = [];
  #search: Search | undefined;
  #revision = 0;

  /** No value is looked for inside texts. */
  get empty(): boolean {
    return this.#texts.length === 0 && this.#quoted.length === 0;
  }

  add(...values: readonly string[]): void {
    for (const value of values) {
      if (value === '' || value.includes(MASK) || this.#values.has(value)) continue;
      this.#values.add(value);
      this.#learned.delete(value);
      this.#take(value, true);
    }
  }

  /** Values found under a name that says secret, in what was sent or received. Short ones are no evidence. */
  learn(values: readonly string[]): void {
    for (const value of values) {
      if (value.length < SUBSTRING_MIN_CHARS || value.includes(MASK)) continue;
      if (this.#values.has(value) || this.#learned.has(value)) continue;
      this.#learned.add(value);
      if (this.#learned.size > LEARNED_LIMIT) this.#forgetOldest();
      else this.#take(value, false);
    }
  }

  /** Another one that knows the same; what it gets to know is its own. */
  copy(): SecretValues {
    const copy = new SecretValues();
    copy.add(...this.#values);
    copy.learn([...this.#learned]);
    return copy;
  }

  isSecret(value: string): boolean {
    return this.#whole.has(value);
  }

  mask(text: string): string {
    const search = this.#searching();
    let start = search ? search.matcher.inText(text) : -1;
    if (!search || start < 0) return text;
    let masked = '';
    let copied = 0;
    while (start >= 0) {
      const begun = search.byLead.get(text.slice(start, start + LEAD_CHARS)) ?? [];
      const pattern = begun.find((each) => text.startsWith(each, start)) ?? '';
      let end = start + pattern.length;
      let from = start;
      if (search.base64.has(pattern)) {
        // The digits around belong to the same encoded text and hold the value's first and last bits.
        while (from > copied && isBase64(text.charCodeAt(from - 1))) from -= 1;
        while (end < text.length && isBase64(text.charCodeAt(end))) end += 1;
        while (text[end] === '=') end += 1;
      }
      const whole = search.quoted.has(pattern);
      // A key is no value.
      if (whole && isKeyEnd(text, end)) masked += text.slice(copied, end);
      else masked += text.slice(copied, from) + (whole ? `"${MASK}"` : MASK);
      copied = end;
      start = search.matcher.inText(text, end);
    }
    return masked + text.slice(copied);
  }

  /** What is looked for inside texts. */
  patterns(): readonly string[] {
    return this.#searching()?.patterns ?? [];
  }

  /** Grows whenever `patterns` gives something else. */
  get revision(): number {
    return this.#revision;
  }

  /** False: nothing known stands in this text, in whatever spelling of JSON. */
  mayOccurIn(text: string): boolean {
    const search = this.#searching();
    return search !== undefined && (search.matcher.inText(text) >= 0 || ASCII_ESCAPE.test(text));
  }

  /** Whether `mask` would change the text of these bytes. */
  occursInBytes(bytes: Uint8Array, start: number, end: number): boolean {
    const search = this.#searching();
    return search?.matcher.inBytes(bytes, start, end) ?? false;
  }

  #take(value: string, whole: boolean): void {
    const { texts, base64 } = formsOf(value);
    this.#whole.add(value);
    if (whole) for (const text of texts) this.#whole.add(text);
    if (isProtocolWord(value)) return;
    this.#search = undefined;
    this.#revision += 1;
    this.#texts.push(...texts.filter((text) => text.length >= SUBSTRING_MIN_CHARS));
    this.#base64.push(...base64.filter((core) => core.length >= SUBSTRING_MIN_CHARS));
    if (value.length < SUBSTRING_MIN_CHARS && value.length >= WHOLE_VALUE_MIN_CHARS) {
      this.#quoted.push(JSON.stringify(value));
    }
  }

  #forgetOldest(): void {
    for (const value of [...this.#learned].slice(0, FORGOTTEN_AT_ONCE)) this.#learned.delete(value);
    this.#whole.clear();
    this.#texts = [];
    this.#quoted = [];
    this.#base64 = [];
    this.#search = undefined;
    this.#revision += 1;
    for (const value of this.#values) this.#take(value, true);
    for (const value of this.#learned) this.#take(value, false);
  }

  #searching(): Search | undefined {
    if (!this.#search && !this.empty) {
      const texts = new Set(this.#texts);
      const quoted = new Set(this.#quoted.filter((text) => !texts.has(text)));
      const base64 = new Set(this.#base64.filter((core) => !texts.has(core)));
      const patterns = [...texts, ...quoted, ...base64].sort((a, b) => b.length - a.length);
      const byLead = new Map<string, string[]>();
      for (const pattern of patterns) {
        const lead = pattern.slice(0, LEAD_CHARS);
        const others = byLead.get(lead);
        if (others) others.push(pattern);
        else byLead.set(lead, [pattern]);
      }
      this.#search = { matcher: createMatcher({ exact: patterns }), patterns, byLead, base64, quoted };
    }
    return this.#search;
  }
}

/** Whether a string of JSON that ends here is the name of a member. */
const isKeyEnd = (text: string, end: number): boolean => /^\s*:/.test(text.slice(end, end + KEY_END_CHARS));

/** Digits of base64 and base64url (RFC 4648 §4 and §5). */
const isBase64 = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x30 && code <= 0x39) ||
  code === 0x2b ||
  code === 0x2d ||
  code === 0x2f ||
  code === 0x5f;
