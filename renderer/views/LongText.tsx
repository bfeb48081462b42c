import { useState } from 'react';
import { t } from '../strings/index.ts';
import { showHidden } from '../ui/text.ts';

/** Plain text that shows its beginning until asked for the rest; nobody bounds what a card may say. */
export function LongText({ text, limit, className }: { text: string; limit: number; className?: string }) {
  const [all, setAll] = useState(false);
  const long = text.length > limit;
  return (
    <div className={`long-text${className ? ` ${className}` : ''}`}>
      {showHidden(long && !all ? `${text.slice(0, limit)}…` : text)}
      {long ? (
        <button type="button" className="link" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('text.showLess') : t('text.showAll', { count: text.length })}
        </button>
      ) : null}
    </div>
  );
}
