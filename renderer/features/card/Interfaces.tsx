import { useMutation } from '@tanstack/react-query';
import type { AgentView, CardView } from '../../../shared/contract/views.ts';
import { ask, CallError } from '../../state/bridge.ts';
import { useDoctor } from '../../state/queries.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { oneLine } from '../../ui/text.ts';
import { TroubleNotice } from '../../views/Trouble.tsx';
import { useOptions } from './options.ts';
import { automatic, forced, type InterfaceRow, interfaceRows, isForced, shortUrl } from './view-model.ts';

/** Where the agent can be reached. Choosing a row sends requests there; Automatic leaves it to the card again. */
export function Interfaces({ view, agent }: { view: CardView; agent: AgentView | undefined }) {
  const change = useOptions(agent);
  const negotiated = agent?.negotiated ?? view.negotiated;
  const report = useDoctor(agent?.id).data;
  const test = useMutation({ mutationFn: (id: string) => ask('doctor.start', { agent: id }) });
  const rows = interfaceRows(view.card, negotiated, view.issues, report);
  const testing = test.isPending || report?.state === 'running';
  const byPerson = agent !== undefined && isForced(agent.options);
  const own = negotiated && negotiated.index < 0 && !rows.some((row) => row.used) && byPerson;
  return (
    <section className="card-part">
      <div className="card-part-head">
        <h3>{t('card.interfaces')}</h3>
        <span className="t3">{byPerson ? t('card.interfaces.forced') : t('card.interfaces.auto')}</span>
        <span className="card-part-end">
          {byPerson ? (
            <Button
              size="s"
              data-testid="interface-automatic"
              disabled={change.isPending}
              onClick={() => change.mutate(automatic(agent.options))}
            >
              {t('card.interfaces.automatic')}
            </Button>
          ) : null}
          {agent && rows.length > 0 ? (
            <Button
              size="s"
              icon="zap"
              data-testid="interfaces-test"
              disabled={testing}
              onClick={() => test.mutate(agent.id)}
            >
              {testing ? t('card.interfaces.testing') : t('card.interfaces.test')}
            </Button>
          ) : null}
        </span>
      </div>
      {rows.length === 0 ? <p className="hint">{t('card.interfaces.none')}</p> : null}
      {own ? <p className="hint">{t('card.interfaces.own', { url: shortUrl(negotiated.url) })}</p> : null}
      {rows.length > 0 ? (
        <div className="card-box card-interfaces" role="radiogroup" aria-label={t('card.interfaces.choose')}>
          <div className="interface-row interface-heads" aria-hidden="true">
            <span />
            <span>{t('card.interface.binding')}</span>
            <span>{t('card.interface.version')}</span>
            <span>{t('card.interface.url')}</span>
            <span>{rows.some((row) => row.reach) ? t('card.interface.here') : t('card.interface.notes')}</span>
          </div>
          {rows.map((row) => (
            <Row
              key={row.index}
              row={row}
              why={row.used ? negotiated?.why : undefined}
              disabled={!agent || !row.force || change.isPending}
              onChoose={() => agent && change.mutate(forced(agent.options, row))}
            />
          ))}
        </div>
      ) : null}
      {change.error instanceof CallError ? <TroubleNotice panel="card-options" trouble={change.error.trouble} /> : null}
    </section>
  );
}

interface RowProps {
  row: InterfaceRow;
  why: NonNullable<CardView['negotiated']>['why'] | undefined;
  disabled: boolean;
  onChoose(): void;
}

const Row = ({ row, why, disabled, onChoose }: RowProps) => (
  <label
    className="interface-row"
    data-testid="interface-row"
    data-state={row.state}
    data-binding={row.binding}
    data-version={row.version}
    data-used={row.used}
  >
    <input type="radio" name="card-interface" checked={row.used} disabled={disabled && !row.used} onChange={onChoose} />
    <b className="cut" title={row.binding}>
      {row.binding ? oneLine(row.binding) : t('card.interface.missing')}
    </b>
    <span className="cut" title={row.version}>
      {row.version ? oneLine(row.version) : t('card.interface.missing')}
    </span>
    <span className="interface-url">
      {row.plain ? (
        <span className="tone-warn" title={t('card.interface.plain')}>
          <Icon name="triangle" size={12} />
        </span>
      ) : null}
      <span className="mono cut" title={row.url}>
        {row.url ? oneLine(shortUrl(row.url)) : t('card.interface.missing')}
      </span>
      {row.tenant ? (
        <span className="t3 cut">{t('card.interface.tenant', { tenant: oneLine(row.tenant) })}</span>
      ) : null}
    </span>
    <Notes row={row} why={why} />
  </label>
);

/** The one thing most worth knowing of a row: why it is used, what is wrong with it, why it cannot be used. */
function Notes({ row, why }: Pick<RowProps, 'row' | 'why'>) {
  const { issue, reach } = row;
  const failed = reach?.verdict === 'failed' || reach?.verdict === 'warning' ? reach : undefined;
  const bad = failed
    ? { message: failed.message, severity: failed.verdict === 'failed' ? 'error' : 'warning' }
    : issue && issue.severity !== 'note'
      ? issue
      : undefined;
  const good = !bad && reach?.verdict === 'ok';
  const text = bad
    ? oneLine(bad.message)
    : good
      ? why
        ? t('card.interface.reached.why', { why: t(`card.why.${why}`) })
        : t('card.interface.reached')
      : why
        ? t(`card.why.${why}`)
        : row.unusable
          ? t(`card.interface.unusable.${row.unusable}`)
          : row.plain
            ? t('card.interface.plain')
            : t('card.interface.untested');
  return (
    <span className="interface-notes" title={titleOf(row, why, text)}>
      {bad ? <Icon name="triangle" className={bad.severity === 'error' ? 'tone-danger' : 'tone-warn'} /> : null}
      {!bad && (why || good) ? <Icon name="check" className="tone-ok" /> : null}
      <span className={bad || why || good ? 'interface-note' : 'interface-note t3'}>{text}</span>
    </span>
  );
}

/** Everything that is known of a row, for who wants more than fits. */
function titleOf({ reach, issue }: InterfaceRow, why: RowProps['why'], text: string): string {
  const parts = [
    why ? `${t(`card.why.${why}`)}.` : '',
    reach?.message ?? '',
    reach?.next ?? '',
    issue?.message ?? '',
    text,
  ];
  return [...new Set(parts.filter(Boolean))].join(' ');
}
