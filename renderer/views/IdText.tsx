import { t } from '../strings/index.ts';
import { CopyButton } from '../ui/Copy.tsx';
import { shortId } from '../ui/text.ts';

/** An id with its middle left out; the whole one is in the tooltip and on the clipboard. */
export const IdText = ({ id, copy = true }: { id: string; copy?: boolean }) => (
  <span className="hflex id-text">
    <span className="mono" title={id}>
      {shortId(id)}
    </span>
    {copy ? <CopyButton text={id} label={t('id.copy', { id })} doneLabel={t('copy.done')} /> : null}
  </span>
);
