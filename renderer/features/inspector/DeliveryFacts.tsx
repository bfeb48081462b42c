import type { DeliveryEntry } from '../../../shared/model/entry.ts';
import type { Row } from '../../../shared/model/row.ts';
import { hasString, t } from '../../strings/index.ts';
import { Tag } from '../../ui/Chip.tsx';
import { formatDuration } from '../../ui/text.ts';
import { deliveryMarks } from '../../views/delivery-words.ts';

/** What the receiver found out about a delivery, and how it lies to the stream. */
export function DeliveryFacts({ entry, row }: { entry: DeliveryEntry; row: Row }) {
  const { answer, check } = entry;
  const { fault, after, fits } = row.delivery ?? {};
  const reason = `delivery.fault.${fault}`;
  return (
    <dl className="kv" data-testid="delivery-facts">
      <dt>{t('delivery.check')}</dt>
      <dd className="hflex inspector-marks">
        {deliveryMarks(row).map(({ id, icon, tone, text }) => (
          <Tag key={id} icon={icon} tone={tone} data-mark={id}>
            {text}
          </Tag>
        ))}
      </dd>
      {hasString(reason) ? (
        <>
          <dt>{t('delivery.reason')}</dt>
          <dd>{t(reason)}</dd>
        </>
      ) : null}
      {check ? (
        <>
          <dt>{t('delivery.token')}</dt>
          <dd>{t(`delivery.line.${check.token}`)}</dd>
          <dt>{t('delivery.authorization')}</dt>
          <dd>{t(`delivery.line.${check.authorization}`)}</dd>
        </>
      ) : null}
      <dt>{t('delivery.answer')}</dt>
      <dd>{answer === 0 ? t('delivery.answer.none') : <span className="mono">{answer}</span>}</dd>
      {after === undefined ? null : (
        <>
          <dt>{t('delivery.delay')}</dt>
          <dd>
            {fits === undefined
              ? t('delivery.delay.last', { duration: formatDuration(Math.abs(after)) })
              : t(after < 0 ? 'delivery.delay.ahead' : 'delivery.delay.stream', {
                  duration: formatDuration(Math.abs(after)),
                  seq: String(fits),
                })}
          </dd>
        </>
      )}
      {check ? (
        <>
          <dt>{t('delivery.took')}</dt>
          <dd>{formatDuration(check.took)}</dd>
        </>
      ) : null}
    </dl>
  );
}
