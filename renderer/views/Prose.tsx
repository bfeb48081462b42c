import { lazy, Suspense, useState } from 'react';
import { t } from '../strings/index.ts';
import { showHidden } from '../ui/text.ts';

/** Characters shown before "Show all"; an agent may write megabytes into one part. */
const PREVIEW_CHARS = 20_000;

const Markdown = lazy(() => import('./Markdown.tsx'));

/** Text of a person or an agent. Agent text is data: hidden characters become visible, Markdown is sanitised. */
export function Prose({ text, markdown }: { text: string; markdown?: boolean }) {
  const [all, setAll] = useState(false);
  const long = text.length > PREVIEW_CHARS;
  const shown = showHidden(long && !all ? text.slice(0, PREVIEW_CHARS) : text);
  const plain = <div className="prose prose-plain">{shown}</div>;
  return (
    <>
      {markdown ? (
        <Suspense fallback={plain}>
          <Markdown text={shown} />
        </Suspense>
      ) : (
        plain
      )}
      {long ? (
        <button type="button" className="btn btn-ghost btn-s" onClick={() => setAll(!all)}>
          {all ? t('text.showLess') : t('text.showAll', { count: text.length })}
        </button>
      ) : null}
    </>
  );
}
