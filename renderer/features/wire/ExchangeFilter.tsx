import { type KeyboardEvent, useRef } from 'react';
import { sessionLog } from '../../state/log.ts';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { formatCount } from '../../ui/text.ts';
import { changeWire, toggled, useWire } from './store.ts';
import { EXCHANGE_KINDS, type Exchange, stateOf } from './view-model.ts';

export interface ExchangeFilterProps {
  exchanges: readonly Exchange[];
  recording: boolean;
  /** Seq up to which the bytes have been searched, while they are. */
  searching: number | undefined;
  onLeave(from: HTMLElement | null): void;
}

const ONLY_FAILED = 'status:failed';

/** Narrows the list of exchanges: words, kinds, and those that went wrong. */
export function ExchangeFilter({ exchanges, recording, searching, onLeave }: ExchangeFilterProps) {
  const { filter, hiddenKinds } = useWire((state) => state);
  const input = useRef<HTMLInputElement>(null);
  const counts = { card: 0, stream: 0, call: 0 };
  let failed = 0;
  for (const exchange of exchanges) {
    counts[exchange.kind] += 1;
    if (stateOf(exchange, recording) === 'failed') failed += 1;
  }
  const onlyFailed = filter.trim() === ONLY_FAILED;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    event.stopPropagation();
    event.preventDefault();
    if (event.key === 'Escape' && filter !== '') changeWire({ filter: '' });
    else onLeave(input.current);
  };
  return (
    <div className="wire-filter">
      <label className="filter-field wire-field field field-s">
        <Icon name="filter" />
        <span className="visually-hidden">{t('wire.filter')}</span>
        <input
          ref={input}
          type="search"
          data-filter=""
          data-testid="wire-filter"
          value={filter}
          spellCheck={false}
          placeholder={t('wire.filter.example')}
          onChange={(event) => changeWire({ filter: event.target.value })}
          onKeyDown={onKeyDown}
        />
      </label>
      {searching === undefined ? null : (
        <span className="wire-searching t3" role="status">
          {t('wire.filter.searching', { scanned: searching, total: sessionLog().last })}
        </span>
      )}
      <Box className="wire-kinds" role="group" aria-label={t('wire.list.kinds')}>
        {EXCHANGE_KINDS.map((kind) => {
          const count = counts[kind];
          const name = t(`wire.kind.${kind}`, { count });
          const hidden = hiddenKinds.has(kind);
          return (
            <button
              type="button"
              key={kind}
              className="wire-kind"
              aria-pressed={!hidden}
              aria-label={t(hidden ? 'wire.kind.show' : 'wire.kind.hide', { count, kind: name })}
              data-kind={kind}
              data-count={count}
              onClick={() => changeWire({ hiddenKinds: toggled(hiddenKinds, kind) })}
            >
              <b>{formatCount(count)}</b> {name}
            </button>
          );
        })}
        <button
          type="button"
          className={`wire-kind ${failed > 0 ? 'tone-danger' : ''}`}
          aria-pressed={onlyFailed}
          aria-label={t('wire.kind.only', { count: failed })}
          data-kind="failed"
          data-count={failed}
          onClick={() => changeWire({ filter: onlyFailed ? '' : ONLY_FAILED })}
        >
          <b>{formatCount(failed)}</b> {t('wire.kind.failed')}
        </button>
      </Box>
      <IconButton
        icon="erase"
        label={t('wire.clear')}
        className="wire-clear"
        data-testid="wire-clear"
        disabled={exchanges.length === 0}
        onClick={() => changeWire({ clearedUpTo: exchanges[exchanges.length - 1]?.number ?? 0 })}
      />
    </div>
  );
}
