import { asksForAll, type ListCriteria } from '../../../shared/a2a/reduce/tree-listing.ts';
import { stateGlyph } from '../../state/glyphs.ts';
import { t } from '../../strings/index.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { shortId } from '../../ui/text.ts';

/** What the tree is limited to, as it was asked of the server. */
export function Criteria({ criteria, onClear }: { criteria: ListCriteria; onClear(): void }) {
  if (asksForAll(criteria)) return null;
  const { context, state, since } = criteria;
  const when = since && new Date(since).toLocaleString('en-GB', { dateStyle: 'short', timeStyle: 'short' });
  return (
    <div className="tree-criteria" data-testid="list-criteria">
      {state ? <Chip>{stateGlyph(state).word}</Chip> : null}
      {when ? <Chip>{t('tree.ask.chip.since', { when })}</Chip> : null}
      {context ? <Chip title={context}>{t('tree.untitled', { id: shortId(context) })}</Chip> : null}
      <IconButton icon="close" label={t('tree.ask.clear')} onClick={onClear} />
    </div>
  );
}
