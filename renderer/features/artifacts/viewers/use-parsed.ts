import { useEffect, useMemo, useState } from 'react';
import { parseJson } from '../../../../shared/lib/json.ts';
import { layOutInSlices } from './lay-out.ts';
import { type Parsed, parseInSlices } from './parse-slices.ts';
import { inSlices } from './slices.ts';

/** Characters that are dealt with at once, without a moment in between. */
const AT_ONCE_CHARS = 256 * 1024;
/** The same of a file that grows: what was shown before would go and come each time. */
const AT_ONCE_GROWING_CHARS = 1024 * 1024;

/** Something made of a text: at once of a short one, in slices of a long one. Undefined while that goes on. */
function useMade<T>(
  text: string,
  atOnce: (text: string) => T,
  slices: (text: string) => Generator<undefined, T>,
  growing = false,
): T | undefined {
  const short = text.length <= (growing ? AT_ONCE_GROWING_CHARS : AT_ONCE_CHARS);
  const now = useMemo(() => (short ? atOnce(text) : undefined), [text, short]);
  const [state, setState] = useState<{ text: string; made: T }>();
  useEffect(() => {
    if (short) return;
    const stop = new AbortController();
    void inSlices(slices(text), stop.signal).then((made) => setState({ text, made }));
    return () => stop.abort();
  }, [text, short]);
  return now ?? (state?.text === text ? state.made : undefined);
}

/** A text as a JSON value; undefined while a long one is being read. */
export const useParsed = (text: string, growing: boolean): Parsed | undefined =>
  useMade(text, parseJson, parseInSlices, growing);

/** JSON in lines; undefined while a long one is being laid out. A text that is none stays as it is. */
export const useLaidOut = (text: string): string | undefined => useMade(text, laidOut, laidOutInSlices);

function laidOut(text: string): string {
  const parsed = parseJson(text);
  return parsed.ok ? JSON.stringify(parsed.value, null, 2) : text;
}

function* laidOutInSlices(text: string): Generator<undefined, string> {
  const parsed = yield* parseInSlices(text);
  return parsed.ok ? yield* layOutInSlices(parsed.value) : text;
}
