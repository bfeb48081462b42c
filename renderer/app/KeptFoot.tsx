import { sessionLog, useLogAround, useLogSession } from '../state/log.ts';
import { useSessions } from '../state/queries.ts';
import { sessionTitle } from '../state/session-title.ts';
import { showLive } from '../state/sessions.ts';
import { t } from '../strings/index.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { formatBytes, showHidden } from '../ui/text.ts';

/** Below a kept session: how far it is read, what its file lacks, and the way back. */
export function KeptFoot() {
  const shown = useLogSession();
  const session = useSessions().data?.find((one) => one.id === shown);
  return (
    <div className="kept-foot">
      <Reading />
      <Icon name="session" />
      <span className="grow">
        <Words title={session ? sessionTitle(session) : shown} />
      </span>
      <Button size="s" onClick={() => void showLive()}>
        {t('sessions.back')}
      </Button>
    </div>
  );
}

/** A thin line above, so that nothing moves when the reading ends. */
function Reading() {
  useLogAround();
  const { loading } = sessionLog();
  if (!loading) return null;
  return (
    <progress
      className="kept-reading"
      aria-label={t('sessions.reading.label')}
      max={loading.of}
      value={loading.bytes}
      data-testid="session-reading"
    />
  );
}

function Words({ title }: { title: string }) {
  useLogAround();
  const { loading, damage, last } = sessionLog();
  if (loading) return <span data-testid="session-file">{t('sessions.reading', { count: last })}</span>;
  const kept = t('sessions.kept', { time: title });
  if (!damage) return kept;
  const { tornBytes = 0, unreadableLines = 0, problem } = damage;
  const words = [
    tornBytes > 0 ? t('sessions.torn', { size: formatBytes(tornBytes) }) : '',
    unreadableLines > 0 ? t('sessions.unreadable', { count: unreadableLines }) : '',
    problem === undefined ? '' : t('sessions.problem', { reason: showHidden(problem) }),
  ];
  return (
    <>
      {kept}{' '}
      <span className="tone-warn" role="status" data-testid="session-file">
        {words.filter((line) => line !== '').join(' ')}
      </span>
    </>
  );
}
