import { Fragment, type ReactNode } from 'react';
import { type StringArgs, type StringKey, t } from '../../strings/index.ts';

/** Private-use characters that no text holds: they mark the places of the chips. */
const MARK_BASE = 0xe000;
const MARKS = /([\ue000-\ue0ff])/;

/** A sentence whose arguments are drawn: each one stands where the language puts it. */
export function Rich({ text, chips, args }: { text: StringKey; chips: Record<string, ReactNode>; args?: StringArgs }) {
  const names = Object.keys(chips);
  const marks = Object.fromEntries(names.map((name, index) => [name, String.fromCharCode(MARK_BASE + index)]));
  return (
    <>
      {t(text, { ...args, ...marks })
        .split(MARKS)
        .map((piece, index) => {
          const name = names[piece.charCodeAt(0) - MARK_BASE];
          return <Fragment key={index}>{name === undefined ? piece : chips[name]}</Fragment>;
        })}
    </>
  );
}
