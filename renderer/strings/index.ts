import { IntlMessageFormat } from 'intl-messageformat';
import { en } from './en/index.ts';

export type StringKey = keyof typeof en;
export type StringArgs = Record<string, string | number | Date>;

const language = 'en';
const compiled = new Map<StringKey, IntlMessageFormat>();

/** The sentence for a key, its ICU arguments and plurals filled in. */
export function t(key: StringKey, args?: StringArgs): string {
  const source: string = en[key];
  if (!args && !source.includes('{')) return source;
  let message = compiled.get(key);
  if (!message) {
    message = new IntlMessageFormat(source, language, undefined, { ignoreTag: true });
    compiled.set(key, message);
  }
  return String(message.format(args));
}

/** True when the catalogue has the key: for codes that come from the engine and may be newer than the page. */
export const hasString = (key: string): key is StringKey => Object.hasOwn(en, key);
