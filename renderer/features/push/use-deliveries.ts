import { useMemo, useRef } from 'react';
import type { Row } from '../../../shared/model/row.ts';
import { sessionLog, useLogReading, useLogVersion } from '../../state/log.ts';

interface Read {
  reading: number;
  /** Rows looked at. */
  rows: number;
  deliveries: Row[];
}

export interface Deliveries {
  /** Their sender is known. */
  verified: Row[];
  unverified: Row[];
  /** Seqs of those that a person accepted. */
  accepted: ReadonlySet<number>;
}

/**
 * What was delivered for an agent, and for one of its tasks. Nobody knows whom an unverified one is about, so all of the
 * agent's are there, and those for no address that was given out.
 */
export function useDeliveries(agent: string, task: string): Deliveries {
  const version = useLogVersion();
  const reading = useLogReading();
  const read = useRef<Read>({ reading, rows: 0, deliveries: [] });
  return useMemo(() => {
    if (read.current.reading !== reading) read.current = { reading, rows: 0, deliveries: [] };
    const { deliveries } = read.current;
    const { rows } = sessionLog();
    for (let index = read.current.rows; index < rows.length; index++) {
      const row = rows[index];
      if (row?.kind === 'delivery') deliveries.push(row);
    }
    read.current.rows = rows.length;
    const own = deliveries.filter((row) => row.agent === agent || row.agent === '');
    return {
      verified: own.filter((row) => row.delivery?.verified && (task === '' || row.task === task)),
      unverified: own.filter((row) => row.delivery && !row.delivery.verified),
      accepted: new Set(own.flatMap(({ delivery }) => delivery?.accepted ?? [])),
    };
  }, [version, reading, agent, task]);
}
