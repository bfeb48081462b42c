import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Code } from '../../ui/Code.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { formatBytes, oneLine, showHidden } from '../../ui/text.ts';
import { TroubleNotice } from '../../views/Trouble.tsx';
import type { FileRef } from './content-bytes.ts';
import { type FetchState, startFetch } from './fetches.ts';

/** How a fetch goes, and what can be done about it. */
export function FetchStatus({ file, fetch }: { file: FileRef; fetch: FetchState }) {
  const { origins } = fetch;
  const origin = oneLine(origins[origins.length - 1] ?? '');
  switch (fetch.state) {
    case 'running': {
      const { bytes, total } = fetch.progress;
      const amount = total === undefined ? {} : { value: Math.min(bytes, total), max: Math.max(1, total) };
      return (
        <div className="hflex af-fetch" role="status" data-testid="fetch-status" data-state="running">
          <progress aria-label={t('artifacts.fetch.label')} {...amount} />
          <span className="grow">{runningText(origin, bytes, total)}</span>
          <Button size="s" data-testid="fetch-stop" onClick={fetch.stop}>
            {t('artifacts.fetch.stop')}
          </Button>
        </div>
      );
    }
    case 'elsewhere': {
      const next = oneLine(fetch.origin);
      return (
        <div
          className="vflex"
          role="status"
          data-testid="fetch-status"
          data-state="elsewhere"
          data-origin={fetch.origin}
        >
          <p>{t('artifacts.fetch.elsewhere', { from: oneLine(fetch.from), origin: next })}</p>
          <Code>{showHidden(fetch.url)}</Code>
          <span>
            <Button
              size="s"
              icon="download"
              data-testid="fetch-elsewhere"
              onClick={() => void startFetch(file, [...origins, fetch.origin])}
            >
              {t('artifacts.link.fetch', { origin: next })}
            </Button>
          </span>
        </div>
      );
    }
    case 'failed':
      return (
        <div data-testid="fetch-status" data-state="failed">
          {fetch.trouble.code === 'http' ? (
            <ErrorNotice panel="artifact-link" title={t('artifacts.fetch.failed')}>
              <p>{showHidden(fetch.trouble.message)}</p>
            </ErrorNotice>
          ) : (
            <TroubleNotice panel="artifact-link" trouble={fetch.trouble} />
          )}
          <Button size="s" icon="refresh" data-testid="fetch-retry" onClick={() => void startFetch(file, origins)}>
            {t('artifacts.fetch.retry')}
          </Button>
        </div>
      );
  }
}

function runningText(origin: string, bytes: number, total: number | undefined): string {
  if (bytes === 0) return t('artifacts.fetch.start', { origin });
  if (total === undefined) return t('artifacts.fetch.bytes', { origin, bytes: formatBytes(bytes) });
  return t('artifacts.fetch.progress', { origin, bytes: formatBytes(bytes), total: formatBytes(total) });
}
