import type { ContentCopy } from '../../../shared/contract/artifacts.ts';
import { showInWire } from '../../state/jump.ts';
import { useLogSession } from '../../state/log.ts';
import { t } from '../../strings/index.ts';
import { Icon } from '../../ui/Icon.tsx';
import { oneLine } from '../../ui/text.ts';
import type { FileRef } from './content-bytes.ts';
import { FetchStatus } from './FetchStatus.tsx';
import { startFetch, useFetch } from './fetches.ts';
import { webOrigin } from './view-model.ts';

interface CopyNoteProps {
  copy: ContentCopy;
  /** Address of the part. */
  url: string;
  file: FileRef;
}

/** Where a file came from that did not come along. */
export function CopyNote({ copy, url, file }: CopyNoteProps) {
  const fetch = useFetch(file);
  const origin = webOrigin(url);
  const session = useLogSession();
  const { entry } = copy;
  return (
    <>
      <div className="af-bar" data-testid="artifact-copy" data-state={copy.from} data-place={copy.place}>
        <Icon name={copy.from === 'fetch' ? 'download' : 'file'} size={12} />
        <span className="t2 cut" title={oneLine(copy.place)}>
          {t(`artifacts.copy.${copy.from}`, { place: oneLine(copy.place) })}
        </span>
        {entry?.session === session ? (
          <button type="button" className="link" data-testid="artifact-copy-wire" onClick={() => showInWire(entry.seq)}>
            {t('artifacts.copy.wire')}
          </button>
        ) : null}
        {origin && fetch?.state !== 'running' ? (
          <button
            type="button"
            className="link"
            data-testid="artifact-fetch-again"
            title={t('artifacts.link.fetch', { origin: oneLine(origin) })}
            onClick={() => void startFetch(file, [origin])}
          >
            {t('artifacts.fetch.again')}
          </button>
        ) : null}
      </div>
      {fetch ? (
        <div className="af-link af-pad">
          <FetchStatus file={file} fetch={fetch} />
        </div>
      ) : null}
    </>
  );
}
