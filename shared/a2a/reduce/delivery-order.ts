import type { Row } from '../../model/row.ts';

/** Whether what a delivery says counts: it was not turned away, or a person accepted it afterwards. */
export const isCounted = ({ status = 0, delivery }: Row): boolean =>
  (status > 0 && status < 400) || delivery?.accepted !== undefined;

/**
 * The delivery that came before the event it carries, as it stands when that event has come: in its place in the order of
 * the stream. Undefined when the event was not delivered before.
 */
export function settledDelivery(event: Row, rowOf: (seq: number) => Row | undefined): Row | undefined {
  const early = event.delivered === undefined ? undefined : rowOf(event.delivered);
  if (early?.delivery === undefined) return undefined;
  const after = Math.round((early.at - event.at) * 1_000) / 1_000;
  return { ...early, delivery: { ...early.delivery, fits: event.seq, after } };
}
