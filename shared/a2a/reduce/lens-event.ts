import type { StreamResponse } from '../../model/event.ts';
import type { Reading } from './reading.ts';

/** What lenses get to see of an entry; undefined for all that is neither an event nor a sent message. */
export function lensEvent(reading: Reading | undefined): StreamResponse | undefined {
  if (reading?.type === 'event') return reading.event;
  return reading?.type === 'sent' && reading.message ? { message: reading.message } : undefined;
}
