import { hasString, t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { CELL } from '../../ui/roles.ts';
import { formatBytes, formatDuration } from '../../ui/text.ts';
import type { Exchange, ExchangeState } from './view-model.ts';

export interface ExchangeRowProps {
  exchange: Exchange;
  state: ExchangeState;
  position: number;
  /** The time axis of the session, ms. */
  axis: { from: number; to: number };
  selected: boolean;
  pinned: boolean;
}

/** Id of the element, for `aria-activedescendant`. */
export const exchangeRowId = (exchange: Exchange): string => `exchange-${exchange.number}`;

/** The operation as people know it; cards and files are fetched and not called. */
export const operationName = (operation: string): string =>
  operation === 'GetAgentCard'
    ? t('wire.exchange.card')
    : operation === 'FetchFile'
      ? t('wire.exchange.file')
      : operation || t('wire.exchange.operation.none');

export function ExchangeRow({ exchange, state, position, axis, selected, pinned }: ExchangeRowProps) {
  const { number, status, size, received, cause, duration } = exchange;
  const stopped = cause === 'aborted';
  const time = state === 'open' ? t('wire.state.open') : duration === undefined ? '' : formatDuration(duration);
  const code = status === undefined ? '–' : String(status);
  const words = state === 'done' || state === 'open' ? code : `${code} ${stateWord(state, stopped)}`;
  const bad = (state === 'failed' || state === 'cut') && !stopped;
  const operation = operationName(exchange.operation);
  const title =
    received !== undefined && received !== size
      ? t('wire.size.received', { decoded: formatBytes(size), received: formatBytes(received) })
      : undefined;
  return (
    <Box
      className="wx"
      role="row"
      id={exchangeRowId(exchange)}
      aria-rowindex={position + 2}
      aria-selected={selected}
      aria-label={t('wire.exchange.name', { number, operation, status: words, time })}
      data-testid="exchange-row"
      data-state={state}
      data-position={position}
      data-exchange={number}
      data-operation={exchange.operation}
      data-kind={exchange.kind}
      data-status={status}
      data-cause={cause}
      data-pinned={pinned || undefined}
    >
      <span className="wx-number" {...CELL}>
        {number}
      </span>
      <span className="wx-operation" {...CELL}>
        <span className="cut">{operation}</span>
        <button
          type="button"
          className="wx-pin"
          tabIndex={-1}
          aria-pressed={pinned}
          aria-label={t(pinned ? 'wire.unpin' : 'wire.pin')}
          data-testid="pin"
        >
          <Icon name="pin" size={12} />
        </button>
      </span>
      <span className={`wx-status ${bad ? 'tone-danger' : ''}`} {...CELL}>
        {bad ? <Icon name={state === 'cut' ? 'unplug' : 'triangle'} size={12} /> : null}
        {words}
      </span>
      <span className="wx-size" title={title} {...CELL}>
        {size === 0 ? '' : formatBytes(size)}
      </span>
      <span className={`wx-time ${state === 'open' ? 'state-working' : ''}`} {...CELL}>
        {time}
      </span>
      <span className="wx-axis" {...CELL}>
        <span className={`wx-bar wx-bar-${state}`} style={barOf(exchange, state, axis)} />
      </span>
    </Box>
  );
}

/** How an exchange that is not simply done ended. */
export function stateWord(state: ExchangeState, stopped: boolean): string {
  const key = stopped ? 'wire.time.stopped' : `wire.state.${state}`;
  return hasString(key) ? t(key) : state;
}

function barOf(exchange: Exchange, state: ExchangeState, { from, to }: ExchangeRowProps['axis']): React.CSSProperties {
  const share = (at: number) => Math.max(0, Math.min(100, ((at - from) / (to - from)) * 100));
  const left = share(exchange.at);
  return { left: `${left}%`, width: `${(state === 'open' ? 100 : share(exchange.last)) - left}%` };
}
