import { useLogSession } from '../../state/log.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Code } from '../../ui/Code.tsx';
import { oneLine, showHidden } from '../../ui/text.ts';
import { OutsideLink } from '../../views/OutsideLink.tsx';
import type { ContentViewProps } from './ContentView.tsx';
import { fileRef } from './content-bytes.ts';
import { FetchStatus } from './FetchStatus.tsx';
import { startFetch, useFetch } from './fetches.ts';
import { LocalCopy } from './LocalCopy.tsx';
import { webOrigin } from './view-model.ts';

type LinkContentProps = Pick<ContentViewProps, 'record' | 'edition' | 'content' | 'index'>;

/** A file that did not come along: where it is, and ways to get it. Nothing is fetched or read before a click. */
export function LinkContent({ record, edition, content, index }: LinkContentProps) {
  const session = useLogSession();
  const url = content.url ?? '';
  const file = fileRef(session, record, edition, index);
  const fetch = useFetch(file);
  const origin = webOrigin(url);
  const named = origin === undefined ? '' : oneLine(origin);
  const other = /^file:/i.test(url) || content.declared?.sourcePath ? 'artifacts.link.file' : 'artifacts.link.other';
  return (
    <div className="af-link af-pad" data-testid="artifact-link" data-origin={origin}>
      <p>{origin ? t('artifacts.link', { origin: named }) : t(other)}</p>
      <Code>{showHidden(url)}</Code>
      {origin && fetch ? <FetchStatus file={file} fetch={fetch} /> : null}
      {origin ? (
        <div className="hflex">
          {fetch ? null : (
            <Button
              size="s"
              icon="download"
              data-testid="artifact-link-fetch"
              onClick={() => void startFetch(file, [origin])}
            >
              {t('artifacts.link.fetch', { origin: named })}
            </Button>
          )}
          <OutsideLink url={url}>{t('artifacts.link.open', { origin: named })}</OutsideLink>
        </div>
      ) : (
        <LocalCopy key={`${record.key} ${edition.number} ${index}`} file={file} declared={content.declared} />
      )}
    </div>
  );
}
