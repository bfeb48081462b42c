import type { Row } from '../../shared/model/row.ts';
import { t } from '../strings/index.ts';
import type { IconName } from '../ui/icons.ts';
import { formatDuration } from '../ui/text.ts';

/** What is to be thought of a delivery; part of the test contract. */
export type DeliveryState = 'ok' | 'duplicate' | 'out-of-order' | 'rejected';

export interface DeliveryMark {
  id: 'accepted' | 'unverified' | 'refused' | 'simulated' | 'duplicate' | 'retry' | 'out-of-order' | 'verified';
  text: string;
  icon: IconName;
  tone: string;
}

const has = (row: Row, code: string): boolean => row.marks?.codes?.includes(code) === true;
const isDuplicate = (row: Row): boolean => has(row, 'delivery-duplicate');
const isDisordered = (row: Row): boolean => row.delivery?.stale === true;

export function deliveryState(row: Row): DeliveryState {
  const { status = 0, delivery } = row;
  const failed = delivery?.fault !== undefined || status < 200 || status >= 300;
  if (delivery?.verified === false || (failed && delivery?.accepted === undefined)) return 'rejected';
  if (isDuplicate(row)) return 'duplicate';
  return isDisordered(row) ? 'out-of-order' : 'ok';
}

/** All that is to be said of a delivery, what matters most first. */
export function deliveryMarks(row: Row): DeliveryMark[] {
  const { delivery } = row;
  if (!delivery) return [];
  const marks: DeliveryMark[] = [];
  const add = (id: DeliveryMark['id'], icon: IconName, tone: string, text: string) =>
    marks.push({ id, icon, tone, text });
  const accepted = delivery.accepted !== undefined;
  const refused = delivery.verified && delivery.fault !== undefined && !accepted;
  if (!delivery.verified) add('unverified', 'triangle', 'tone-danger', t('delivery.unverified'));
  if (refused) add('refused', 'triangle', 'tone-danger', t('delivery.refused'));
  if (accepted) add('accepted', 'user', 'tone-info', t('delivery.accepted'));
  if (isDuplicate(row)) add('duplicate', 'copy', 'tone-warn', t('delivery.duplicate'));
  if (isDisordered(row)) add('out-of-order', 'triangle', 'tone-warn', t('delivery.outOfOrder'));
  if (delivery.attempt !== undefined) {
    add('retry', 'refresh', 'tone-info', t('delivery.retry', { count: delivery.attempt - 1 }));
  }
  if (delivery.simulated) {
    add('simulated', 'zap', 'tone-info', t('delivery.simulated', { status: String(row.status ?? 0) }));
  }
  if (delivery.verified && !accepted && !refused) add('verified', 'check', 'tone-ok', t('delivery.verified'));
  return marks;
}

/** `+31 ms`: how long after the stream, or after the last the agent said of the task; `−2 ms`: before the stream. */
export function delayText({ delivery }: Row): string {
  const { after } = delivery ?? {};
  if (after === undefined) return '';
  return `${after < 0 ? '−' : '+'}${formatDuration(Math.abs(after))}`;
}
