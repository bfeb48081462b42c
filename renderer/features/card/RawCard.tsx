import { useMemo, useState } from 'react';
import type { CardView } from '../../../shared/contract/views.ts';
import { indentJson } from '../../../shared/lib/json-text.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/Copy.tsx';
import { JsonText } from '../../ui/monaco/JsonText.tsx';
import { formatBytes, oneLine } from '../../ui/text.ts';
import { utf8Bytes } from './view-model.ts';

const VIEWS = ['json', 'received'] as const;

export interface RawCardProps {
  view: CardView;
  open: boolean;
  /** Size along the axis of the split, px. */
  size?: { width?: number; height?: number };
  /** Folds and unfolds; absent when the pane always stays open. */
  onOpen?(open: boolean): void;
}

/** The card itself: indented with its own lexemes, or byte for byte. */
export function RawCard({ view, open, size, onOpen }: RawCardProps) {
  const [shown, setShown] = useState<(typeof VIEWS)[number]>('json');
  const text = useMemo(() => (shown === 'json' ? indentJson(view.raw) : view.raw), [shown, view.raw]);
  const bytes = useMemo(() => utf8Bytes(view.raw), [view.raw]);
  return (
    <section
      className="card-raw"
      aria-label={t('card.raw')}
      data-testid="raw-json"
      data-state={open ? 'open' : 'folded'}
      style={size}
    >
      <div className="card-raw-head">
        {onOpen ? (
          <Button
            size="s"
            look="ghost"
            icon={open ? 'chevron-down' : 'chevron-up'}
            aria-expanded={open}
            onClick={() => onOpen(!open)}
          >
            {open ? t('card.raw.hide') : t('card.raw.show')}
          </Button>
        ) : null}
        {open ? (
          <div className="segments" role="radiogroup" aria-label={t('card.raw.views')}>
            {VIEWS.map((id) => (
              <label key={id} className="segment" data-selected={id === shown || undefined}>
                <input type="radio" name="card-raw" checked={id === shown} onChange={() => setShown(id)} />
                {t(`card.raw.${id}`)}
              </label>
            ))}
          </div>
        ) : null}
        <span className="card-raw-facts t3">
          <span title={bytes.toLocaleString('en')}>{formatBytes(bytes)}</span>
          {view.etag ? (
            <span className="cut" title={view.etag}>
              {t('card.raw.etag')} <span className="mono">{oneLine(view.etag)}</span>
            </span>
          ) : null}
        </span>
        <CopyButton text={shown === 'json' ? text : view.raw} label={t('copy.copy')} doneLabel={t('copy.done')} />
      </div>
      {open ? <JsonText value={text} label={t('card.raw')} /> : null}
    </section>
  );
}
