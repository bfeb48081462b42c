/** Longer values are looked for as they are and as JSON spells them only; nobody re-encodes a whole key file. */
const ENCODED_LIMIT_CHARS = 4_096;
/** Lines of a key in PEM are looked for one by one from this length on. */
const PEM_LINE_MIN_CHARS = 16;

const lowerPercent = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
const percent = (text: string): string =>
  `%${(text.codePointAt(0) as number).toString(16).toUpperCase().padStart(2, '0')}`;
const unicodeEscape = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Text with its lone surrogates replaced, which URL encoding refuses. */
const wellFormed = (value: string): string => Buffer.from(value, 'utf8').toString('utf8');

/** How a value stands in URLs and forms: encoders differ in what they leave alone and in the case of the digits. */
function urlForms(value: string): string[] {
  const usual = encodeURIComponent(wellFormed(value));
  // RFC 3986 §2.2 reserves what encodeURIComponent leaves alone.
  const strict = usual.replace(/[!'()*]/g, percent);
  const form = strict.replace(/%20/g, '+').replace(/~/g, '%7E');
  const forms = [
    usual,
    strict,
    form,
    usual.replace(/%20/g, '+'),
    usual.replace(/%2F/g, '/'),
    encodeURI(wellFormed(value)),
  ];
  return [...forms, ...forms.map(lowerPercent)];
}

/** How a value stands inside a JSON string: encoders differ in what they escape beyond what RFC 8259 §7 asks for. */
function jsonForms(value: string): string[] {
  const plain = JSON.stringify(value).slice(1, -1);
  const ascii = plain.replace(/[\u007f-\uffff]/g, unicodeEscape);
  const html = plain.replace(/[<>&\u2028\u2029]/g, unicodeEscape);
  const careful = ascii.replace(/\\"/g, '\\u0022').replace(/[<>&'+`]/g, unicodeEscape);
  const all = Array.from({ length: value.length }, (_, index) => unicodeEscape(value.charAt(index))).join('');
  const forms = [plain, ascii, html, careful, all];
  const slashed = forms.map((form) => form.replace(/\//g, '\\/'));
  const upper = [...forms, ...slashed].map((form) =>
    form.replace(/\\u[0-9a-f]{4}/g, (code) => `\\u${code.slice(2).toUpperCase()}`),
  );
  // JSON inside a string of JSON: error texts quote what was sent.
  return [...forms, ...slashed, ...upper, JSON.stringify(plain).slice(1, -1)];
}

const HTML_NAMES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const htmlForms = (value: string): string[] => {
  const named = value.replace(/[&<>"]/g, (char) => HTML_NAMES[char] as string);
  return [named, named.replace(/'/g, '&#39;'), named.replace(/'/g, '&#x27;')];
};

/**
 * What base64 makes of bytes wherever they stand in what is encoded: the digits that depend on nothing else, for each of
 * the three places in a group.
 */
export function base64Cores(bytes: Buffer): string[] {
  const cores: string[] = [];
  for (const before of [0, 1, 2]) {
    const all = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const from = before === 0 ? 0 : before + 1;
    const whole = Math.floor(((before + bytes.length) * 8) / 6);
    const core = all.slice(from, whole);
    cores.push(core, core.replace(/\+/g, '-').replace(/\//g, '_'));
  }
  return cores;
}

export interface SecretForms {
  /** The value and what encoders make of it. */
  texts: string[];
  /** Digits of base64; around them is more of the same text. */
  base64: string[];
}

/** The forms a secret value takes on the wire. Each once; the value itself comes first. */
export function formsOf(value: string): SecretForms {
  const texts = new Set([value, ...jsonForms(value)]);
  // What was sent as UTF-8 in a header line is read back as Latin-1.
  const bytes = Buffer.from(value, 'utf8');
  texts.add(bytes.toString('latin1'));
  if (value.length > ENCODED_LIMIT_CHARS || value.includes('\n')) {
    for (const line of value.split(/\r?\n/)) {
      if (line.length >= PEM_LINE_MIN_CHARS && !line.startsWith('-----')) texts.add(line);
    }
    return { texts: [...texts], base64: [] };
  }
  for (const form of [...urlForms(value), ...htmlForms(value)]) texts.add(form);
  texts.add(bytes.toString('hex'));
  texts.add(bytes.toString('hex').toUpperCase());
  const base64 = new Set(base64Cores(bytes));
  // Basic in the older reading of RFC 7617 is Latin-1.
  if (/^[\0-\xff]*$/.test(value)) for (const core of base64Cores(Buffer.from(value, 'latin1'))) base64.add(core);
  return { texts: [...texts], base64: [...base64] };
}
