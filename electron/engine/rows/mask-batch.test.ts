import { expect, it } from 'vitest';
import { packBatch, unpackBatch } from '../../../shared/contract/packed-rows.ts';
import type { Row } from '../../../shared/model/row.ts';
import { createMasking } from '../masking/masking.ts';
import { SecretValues } from '../secret-values.ts';
import { maskBatch } from './mask-batch.ts';

const SECRET = 'correct-horse-battery';

/** The secret stands in every text that a row can have, one row after the other. */
const row = (seq: number): Row => {
  const say = (field: number) => (seq % 9 === field ? `with ${SECRET}` : `${field}`);
  return {
    seq,
    at: seq,
    lane: 'tool',
    kind: 'tool-started',
    exchange: 1,
    agent: say(0),
    task: say(1),
    name: say(2),
    text: say(3),
    size: 1,
    message: { id: say(4) },
    marks: { fold: say(5), codes: [say(6)] },
    timestamp: say(7),
    span: { id: say(8), edge: 'open' },
  };
};

it('hides in packed rows what it hides in rows', () => {
  const secrets = new SecretValues();
  secrets.add(SECRET);
  const masking = createMasking(secrets);
  const batch = { session: 's', last: 99, rows: Array.from({ length: 99 }, (_, index) => row(index + 1)) };
  const packed = maskBatch(packBatch(batch), masking);
  expect(packed.rows).toEqual([]);
  expect(JSON.stringify(packed)).not.toContain(SECRET);
  expect(unpackBatch(packed)).toStrictEqual(maskBatch(batch, masking));
});
