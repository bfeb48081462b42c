import type { CardView } from '../../../shared/contract/views.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Tag } from '../../ui/Chip.tsx';
import { clockText } from '../../views/clock.ts';
import { shortUrl } from './view-model.ts';

export interface FetchLineProps {
  card: CardView | undefined;
  /** The server said that nothing has changed. */
  unchanged: boolean;
  /** Which card is on its way. */
  busy: 'public' | 'extended' | undefined;
  onFetch(extended: boolean): void;
}

/** Where the card on screen came from and when, and how to get another. */
export function FetchLine({ card, unchanged, busy, onFetch }: FetchLineProps) {
  const extended = card?.source === 'extended';
  const offersExtended = card?.card.capabilities?.extendedAgentCard === true;
  return (
    <div className="card-fetch">
      {card ? (
        <>
          {card.source === 'well-known' ? null : (
            <Tag
              tone={card.source === 'agent-json' ? 'tone-warn' : 'tone-info'}
              icon={card.source === 'agent-json' ? 'triangle' : extended ? 'shield' : 'info'}
              title={t(`card.source.${card.source}.explain`)}
              data-source={card.source}
            >
              {t(`card.source.${card.source}`)}
            </Tag>
          )}
          <span className="card-fetch-from t3 cut" title={card.url}>
            {t('card.fetchedFrom', { url: shortUrl(card.url) })}
          </span>
        </>
      ) : null}
      <span className="card-fetch-end">
        {card ? (
          <span className="t3" data-testid="card-fetched" data-state={unchanged ? 'unchanged' : 'new'}>
            {t('card.fetched', { time: clockText(Date.parse(card.fetchedAt)) })}
            {unchanged ? `, ${t('card.unchanged')}` : ''}
          </span>
        ) : null}
        {offersExtended || extended ? (
          <Button
            size="s"
            icon="shield"
            disabled={busy !== undefined}
            data-testid="fetch-extended"
            onClick={() => onFetch(!extended)}
          >
            {busy === (extended ? 'public' : 'extended')
              ? t('card.fetching')
              : extended
                ? t('card.public')
                : t('card.extended')}
          </Button>
        ) : null}
        <Button
          size="s"
          icon="refresh"
          disabled={busy !== undefined}
          data-testid="fetch-card"
          onClick={() => onFetch(extended)}
        >
          {busy === (extended ? 'extended' : 'public') ? t('card.fetching') : t('card.fetch')}
        </Button>
      </span>
    </div>
  );
}
