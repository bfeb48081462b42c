import { lazy, memo, Suspense, useEffect, useRef, useState } from 'react';
import { t } from '../strings/index.ts';
import { showHidden } from '../ui/text.ts';
import { isPlainLine } from './plain-line.ts';
import { mayDoNow, putOff } from './put-off.ts';
import { newTextBlocks, takeText } from './text-blocks.ts';

const Markdown = lazy(() => import('./Markdown.tsx'));

/** Characters shown before "Show all". */
const SHOWN_CHARS = 200_000;
/** Characters of one block that are still read as Markdown: parsing it again for every delta has to stay cheap. */
const OPEN_CHARS = 3_000;
const CLOSED_CHARS = 60_000;
/** Finished blocks above which those out of view are not laid out. */
const LONG_BLOCKS = 12;
/** Characters of one piece of plain text; pieces before the last one never change again. */
const PIECE_CHARS = 2_000;

/**
 * Markdown that grows: what is finished is laid out once, only the end is worked on. `open` says that more is coming.
 */
export function GrowingText({ text, open, plain }: { text: string; open: boolean; plain?: boolean }) {
  const [all, setAll] = useState(false);
  const state = useRef(newTextBlocks());
  const long = text.length > SHOWN_CHARS;
  const shown = long && !all ? text.slice(0, SHOWN_CHARS) : text;
  if (plain) {
    return (
      <div className="prose">
        <Pieces text={shown} />
        {long ? <More all={all} count={text.length} onChange={setAll} /> : null}
      </div>
    );
  }
  takeText(state.current, shown);
  const { blocks, tail } = state.current;
  return (
    <div className={blocks.length > LONG_BLOCKS ? 'growing growing-long' : 'growing'}>
      {blocks.map((block, index) => (
        <Block key={index} text={block} limit={CLOSED_CHARS} />
      ))}
      {tail ? <Block key={blocks.length} text={tail} limit={open ? OPEN_CHARS : CLOSED_CHARS} /> : null}
      {long ? <More all={all} count={text.length} onChange={setAll} /> : null}
    </div>
  );
}

const Block = memo(function Block({ text, limit }: { text: string; limit: number }) {
  const visible = showHidden(text);
  const plain = text.length > limit || isPlainLine(visible);
  const laidOut = useLater(!plain);
  if (text.length > limit)
    return (
      <div className="prose">
        <Pieces text={text} />
      </div>
    );
  if (plain)
    return (
      <div className="prose">
        <p>{visible}</p>
      </div>
    );
  const unread = <div className="prose prose-plain">{visible}</div>;
  if (!laidOut) return unread;
  return (
    <Suspense fallback={unread}>
      <Markdown text={visible} />
    </Suspense>
  );
});

/** True once the costly picture of a text may be drawn: at once for a few, in slices for many. */
function useLater(costly: boolean): boolean {
  const [done, setDone] = useState(() => costly && mayDoNow());
  useEffect(() => (costly && !done ? putOff(() => setDone(true)) : undefined), [costly, done]);
  return done;
}

function Pieces({ text }: { text: string }) {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += PIECE_CHARS) pieces.push(text.slice(at, at + PIECE_CHARS));
  return (
    <div className="prose-plain">
      {pieces.map((piece, index) => (
        <Piece key={index} text={piece} />
      ))}
    </div>
  );
}

const Piece = memo(function Piece({ text }: { text: string }) {
  return <span>{showHidden(text)}</span>;
});

const More = ({ all, count, onChange }: { all: boolean; count: number; onChange(all: boolean): void }) => (
  <button type="button" className="btn btn-ghost btn-s" onClick={() => onChange(!all)}>
    {all ? t('text.showLess') : t('text.showAll', { count })}
  </button>
);
