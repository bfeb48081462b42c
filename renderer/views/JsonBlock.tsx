import { t } from '../strings/index.ts';
import { Code } from '../ui/Code.tsx';
import { CopyButton } from '../ui/Copy.tsx';
import { showHidden } from '../ui/text.ts';

/** Characters of a block; the JSON tab has the rest. */
const BLOCK_CHARS = 20_000;

/** A JSON value as text with a heading. Whole doubles print without `.0`. */
export function JsonBlock({ value, label }: { value: unknown; label: string }) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  return (
    <section className="block">
      <div className="block-title">
        <span>{label}</span>
        <span className="end">
          <CopyButton text={text} label={t('copy.copy')} doneLabel={t('copy.done')} />
        </span>
      </div>
      <Code>{showHidden(text.length > BLOCK_CHARS ? `${text.slice(0, BLOCK_CHARS)}…` : text)}</Code>
    </section>
  );
}
