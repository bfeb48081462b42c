import type { ArtifactEdition } from '../../../shared/a2a/reduce/artifacts.ts';
import { chooseTab, selectRow, useSelection } from '../../state/selection.ts';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { CELL, COLUMN } from '../../ui/roles.ts';
import { formatBytes, formatCount, formatDuration } from '../../ui/text.ts';
import { useRowHeight } from '../../ui/use-row-height.ts';
import { useScroller } from '../../ui/use-scroller.ts';
import { scrollHeight } from '../../ui/virtual.ts';
import { choose, useArtifactsChoice } from './store.ts';
import { chunkAt, type Segment, segmentsOf } from './view-model.ts';

export interface ChunkRulerProps {
  edition: ArtifactEdition;
  receiving: boolean;
}

/** Which event brought which bytes: one segment per event, as wide as what it brought. */
export function ChunkRuler({ edition, receiving }: ChunkRulerProps) {
  const { chunkList } = useArtifactsChoice();
  const seq = useSelection((selection) => selection.seq);
  const at = chunkAt(edition, seq);
  const segments = segmentsOf(edition);
  const { writes } = edition;
  return (
    <div className="af-chunks">
      {writes.length < 2 ? null : chunkList ? (
        <ChunkList edition={edition} at={at} />
      ) : (
        <Box className="af-ruler" role="group" aria-label={t('artifacts.ruler')}>
          {segments.map((segment) => (
            <Chunk
              key={segment.first}
              segment={segment}
              selected={at >= segment.first && at < segment.first + segment.count}
            />
          ))}
          {edition.sealed || edition.confirmed || receiving ? null : (
            <span className="af-chunk af-chunk-missing">{t('artifacts.chunk.none')}</span>
          )}
        </Box>
      )}
      <div className="af-chunk-line t3">
        {writes.length === 1 && at < 0 ? (
          <button
            type="button"
            className="link grow"
            data-testid="chunk"
            data-seq={writes[0]?.seq}
            onClick={() => selectRow(writes[0]?.seq)}
          >
            {chunkWords(edition, at)}
          </button>
        ) : (
          <span className="grow" data-testid="chunk-words">
            {chunkWords(edition, at)}
          </span>
        )}
        {at >= 0 ? (
          <button type="button" className="link" onClick={() => chooseTab('timeline')}>
            {t('artifacts.inTimeline')}
          </button>
        ) : null}
        {writes.length > 1 ? (
          <button
            type="button"
            className="link"
            data-testid="chunk-list-toggle"
            onClick={() => choose({ chunkList: !chunkList })}
          >
            {t(chunkList ? 'artifacts.chunks.ruler' : 'artifacts.chunks.list')}
          </button>
        ) : null}
      </div>
    </div>
  );
}

function Chunk({ segment, selected }: { segment: Segment; selected: boolean }) {
  const { first, count, seq, bytes, late } = segment;
  const label =
    count === 1
      ? t('artifacts.chunk.one', { number: first, bytes: formatBytes(bytes), seq })
      : t('artifacts.chunk.some', { first, last: first + count - 1, bytes: formatBytes(bytes), seq });
  return (
    <button
      type="button"
      className={`af-chunk${late ? ' af-chunk-late' : ''}`}
      style={{ flexGrow: Math.max(1, bytes) }}
      aria-pressed={selected}
      aria-label={label}
      title={label}
      data-testid="chunk"
      data-seq={seq}
      data-bytes={bytes}
      data-late={late}
      onClick={() => selectRow(seq)}
    >
      <span className="cut">{count === 1 ? `${first} · ${formatBytes(bytes)}` : `${first}–${first + count - 1}`}</span>
    </button>
  );
}

/** What the selected event brought, or how much they all did. */
function chunkWords(edition: ArtifactEdition, at: number): string {
  const { writes } = edition;
  const write = writes[at];
  if (!write) {
    const last = writes[writes.length - 1];
    const took = (last?.at ?? 0) - (writes[0]?.at ?? 0);
    if (writes.length > 1) return t('artifacts.chunks', { count: writes.length, took: formatDuration(took) });
    return t(writes[0]?.kind === 'whole' ? 'artifacts.chunks.snapshot' : 'artifacts.chunks.single', {
      seq: writes[0]?.seq ?? 0,
    });
  }
  let from = 0;
  for (let index = 0; index < at; index++) from += writes[index]?.bytes ?? 0;
  const before = writes[at - 1];
  const gap = before ? t('artifacts.chunk.gap', { gap: formatDuration(write.at - before.at), number: at - 1 }) : '';
  const range = write.bytes > 0 ? `${formatCount(from + 1)}–${formatCount(from + write.bytes)}` : '0';
  return `${t('artifacts.chunk.selected', { number: at, range, seq: write.seq })}${gap}${
    write.late ? t('artifacts.chunk.late') : ''
  }`;
}

function ChunkList({ edition, at }: { edition: ArtifactEdition; at: number }) {
  const { writes } = edition;
  const scroller = useScroller({
    count: writes.length,
    row: useRowHeight(),
    head: 24,
    following: false,
    onLeaveEnd: () => {},
  });
  const { first, last, offset } = scroller.window;
  return (
    <Box
      className="af-chunk-list"
      role="grid"
      aria-label={t('artifacts.chunks.list')}
      aria-rowcount={writes.length + 1}
      tabIndex={0}
      ref={scroller.ref}
      onScroll={scroller.onScroll}
    >
      <Box role="row" className="af-chunk-row af-head" aria-rowindex={1}>
        {(['number', 'event', 'bytes', 'gap', 'flags'] as const).map((column) => (
          <span {...COLUMN} key={column}>
            {t(column === 'gap' ? 'artifacts.chunk.gap.head' : `artifacts.chunk.${column}`)}
          </span>
        ))}
      </Box>
      <div role="presentation" style={{ height: scrollHeight(scroller.size) }}>
        <div role="presentation" style={{ transform: `translateY(${offset}px)` }}>
          {writes.slice(first, last).map((write, index) => {
            const number = first + index;
            const before = writes[number - 1];
            return (
              <Box
                role="row"
                key={write.seq}
                className="af-chunk-row"
                aria-rowindex={number + 2}
                aria-selected={number === at}
                data-testid="chunk-row"
                onClick={() => selectRow(write.seq)}
              >
                <span {...CELL}>{number}</span>
                <span {...CELL}>
                  <button type="button" className="link mono" onClick={() => selectRow(write.seq)}>
                    {write.seq}
                  </button>
                </span>
                <span {...CELL}>{formatCount(write.bytes)}</span>
                <span {...CELL}>{before ? formatDuration(write.at - before.at) : '–'}</span>
                <span {...CELL} className={write.late ? 'tone-warn' : ''}>
                  {[write.kind, write.last ? 'lastChunk' : '', write.late ? t('artifacts.chunk.afterLast') : '']
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </Box>
            );
          })}
        </div>
      </div>
    </Box>
  );
}
