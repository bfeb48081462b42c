import type { PackedRows } from '../../../shared/contract/packed-rows.ts';
import type { FeedBatch } from '../../../shared/contract/views.ts';
import type { Masking } from '../masking/masking.ts';

/** The batch as a page may get it, whether its rows are objects or packed. */
export function maskBatch(batch: FeedBatch, masking: Masking): FeedBatch {
  const masked = masking.batch(batch);
  return typeof masked.packed === 'object' ? { ...masked, packed: maskPacked(masked.packed, masking) } : masked;
}

/** Field by field: the names of the columns are no words of an agent. */
const maskPacked = (packed: PackedRows, masking: Masking): PackedRows => ({
  ...packed,
  shapes: masking.reply(packed.shapes),
  text: masking.reply(packed.text),
  message: masking.reply(packed.message),
  fold: masking.reply(packed.fold),
  timestamp: masking.reply(packed.timestamp),
  rest: masking.reply(packed.rest),
});
