import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { ArtifactEdition, ArtifactRecord } from '../../../shared/a2a/reduce/artifacts.ts';
import type { ArtifactContent } from '../../../shared/contract/artifacts.ts';
import { useLogReading, useLogSession } from '../../state/log.ts';
import { useSelection } from '../../state/selection.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Loading } from '../../ui/Notice.tsx';
import { formatBytes } from '../../ui/text.ts';
import { TroubleNotice } from '../../views/Trouble.tsx';
import { fileRef } from './content-bytes.ts';
import { LinkContent } from './LinkContent.tsx';
import { choose, useArtifactsChoice } from './store.ts';
import { useBytes } from './use-bytes.ts';
import { nameOf, rangeOf } from './view-model.ts';
import { isReadable, type ViewForm, viewerOf } from './viewer-of.ts';

const Viewer = lazy(async () => ({ default: (await import('./viewers/Viewer.tsx')).Viewer }));

/** Bytes up to which a file is shown whole without asking. */
const WHOLE_BYTES = 16 * 1024 * 1024;
/** Bytes shown of a larger one, and of one that grows: all of it is laid out again each time. */
const BEGINNING_BYTES = 1024 * 1024;

export interface ContentViewProps {
  record: ArtifactRecord;
  edition: ArtifactEdition;
  content: ArtifactContent;
  /** Place of the file among those of the artifact. */
  index: number;
  form: ViewForm;
  /** More may come. */
  open: boolean;
}

/** The content of one file: all of it, its beginning where it is large, or what one event brought. */
export function ContentView(props: ContentViewProps) {
  const { content } = props;
  return content.kind === 'url' ? <LinkContent {...props} /> : <InlineContent {...props} />;
}

function InlineContent({ record, edition, content, index, form, open }: ContentViewProps) {
  const session = useLogSession();
  const reading = useLogReading();
  const { chunkOnly } = useArtifactsChoice();
  const seq = useSelection((selection) => selection.seq);
  const key = `${session} ${reading} ${record.key} ${edition.number} ${index} ${content.copy?.id ?? ''}`;
  const [allOf, setAllOf] = useState<string>();
  const unasked = open || content.bytes > WHOLE_BYTES ? BEGINNING_BYTES : WHOLE_BYTES;
  const limit = allOf === key ? Number.MAX_SAFE_INTEGER : unasked;
  const { bytes, trouble } = useBytes(fileRef(session, record, edition, index), key, content.bytes, limit);
  const range = content.pieces.length > 1 ? rangeOf(content, seq) : undefined;
  const part = chunkOnly ? range : undefined;
  const shown = useMemo(
    () => (bytes && part ? bytes.subarray(part.from, part.to) : bytes) as Uint8Array<ArrayBuffer> | undefined,
    [bytes, part?.from, part?.to],
  );
  useEffect(() => {
    if (chunkOnly && content.pieces.length < 2) choose({ chunkOnly: false });
  }, [chunkOnly, content]);

  if (trouble) return <TroubleNotice panel="artifact-content" trouble={trouble} />;
  if (!bytes || !shown) return <Loading panel="artifact-content">{t('artifacts.loading')}</Loading>;
  const cut = bytes.length < content.bytes;
  const viewer = viewerOf(content);
  return (
    <>
      {range || cut ? (
        <div className="af-bar">
          {range ? (
            <Choice
              label={t('artifacts.joined.label')}
              value={chunkOnly ? 'chunk' : 'joined'}
              options={[
                { value: 'joined', label: t('artifacts.joined') },
                { value: 'chunk', label: t('artifacts.joined.chunk') },
              ]}
              onChange={(value) => choose({ chunkOnly: value === 'chunk' })}
            />
          ) : null}
          {cut ? (
            <>
              <span className="t3" data-testid="artifact-cut">
                {t('artifacts.cut', { shown: formatBytes(bytes.length), total: formatBytes(content.bytes) })}
              </span>
              <Button size="s" data-testid="artifact-show-all" onClick={() => setAllOf(key)}>
                {t('artifacts.showAll')}
              </Button>
            </>
          ) : null}
        </div>
      ) : null}
      <div className="af-content" data-testid="artifact-content" data-viewer={viewer} data-chunk={part !== undefined}>
        <Suspense fallback={null}>
          <Viewer
            content={content}
            bytes={shown}
            base={part?.from ?? 0}
            form={part && form === 'preview' && viewer !== 'markdown' ? (isReadable(content) ? 'source' : 'hex') : form}
            whole={!cut && !part}
            open={open}
            name={nameOf(record, content)}
          />
        </Suspense>
      </div>
    </>
  );
}
