import { useLogSession } from '../../state/log.ts';
import { useAppInfo } from '../../state/queries.ts';
import { useRowFilter } from '../../state/row-filter.ts';
import type { Place } from '../../state/selection.ts';
import { useFilter } from '../../views/filter/use-filter.ts';
import { EventList } from './EventList.tsx';

/** Everything that happened in a context, a task or the session, one line each, in order of arrival. */
export function Timeline({ place }: { place: Place }) {
  const { text, hidden } = useRowFilter();
  const session = useLogSession();
  const reading = useFilter(text);
  const recording = useAppInfo().data?.liveSession === session;
  return <EventList place={place} {...reading} hidden={hidden} session={session} recording={recording} />;
}
