import type { KeyboardEvent } from 'react';
import { type ArtifactEdition, type ArtifactRecord, editionState } from '../../../shared/a2a/reduce/artifacts.ts';
import { sessionLog } from '../../state/log.ts';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { formatBytes, formatSeconds, oneLine, shortId } from '../../ui/text.ts';
import { chooseArtifact } from './store.ts';
import { StateWord } from './verdict.tsx';
import { LIST_LIMIT, type TaskGroup } from './view-model.ts';

export interface ArtifactListProps {
  groups: readonly TaskGroup[];
  record: ArtifactRecord;
  edition: ArtifactEdition;
  /** The session is being recorded. */
  live: boolean;
  onKeyDown(event: KeyboardEvent): void;
  onSaveAll(): void;
}

const rowId = (record: ArtifactRecord, edition: ArtifactEdition): string =>
  `artifact-${record.node}-${edition.writes[0]?.seq ?? 0}-${edition.number}-${record.id.replace(/\W/g, '_')}`;

/** The artifacts of a place by task, and below them what the one on show was before. */
export function ArtifactList({ groups, record, edition, live, onKeyDown, onSaveAll }: ArtifactListProps) {
  let left = LIST_LIMIT;
  const total = groups.reduce((sum, group) => sum + group.records.length, 0);
  const shown = groups.map((group) => {
    const records = group.records.slice(0, left);
    left -= records.length;
    return { ...group, records };
  });
  return (
    <div className="af-side">
      <Box
        className="af-list"
        role="listbox"
        aria-label={t('artifacts.list')}
        aria-activedescendant={rowId(record, edition)}
        tabIndex={0}
        data-testid="artifact-list"
        data-count={total}
        onKeyDown={onKeyDown}
      >
        {shown.map((group) =>
          group.records.length === 0 ? null : (
            <Box role="group" key={group.node} aria-label={taskWords(group.task)}>
              <div className="af-group" role="presentation" title={group.task}>
                {taskWords(group.task)}
              </div>
              {group.records.map((one) => (
                <Row
                  key={one.key}
                  record={one}
                  edition={one.current}
                  selected={one === record && edition === one.current}
                  receiving={live && sessionLog().tree.task(one.agent, one.task ?? '')?.live === true}
                />
              ))}
            </Box>
          ),
        )}
        {record.earlier.length === 0 ? null : (
          <Box role="group" aria-label={t('artifacts.earlier')}>
            <div className="af-group" role="presentation">
              {t('artifacts.earlier')}
            </div>
            {[...record.earlier].reverse().map((one) => (
              <Row
                key={one.number}
                record={record}
                edition={one}
                selected={one === edition}
                receiving={false}
                earlier
              />
            ))}
          </Box>
        )}
      </Box>
      {total > LIST_LIMIT ? <p className="hint af-pad">{t('artifacts.more', { count: total - LIST_LIMIT })}</p> : null}
      <div className="af-side-foot">
        <Button size="s" icon="download" data-testid="artifact-save-all" onClick={onSaveAll}>
          {t('artifacts.saveAll')}
        </Button>
      </div>
    </div>
  );
}

const taskWords = (task: string | undefined): string =>
  task === undefined ? t('artifacts.noTask') : t('artifacts.task', { id: shortId(task) });

interface RowProps {
  record: ArtifactRecord;
  edition: ArtifactEdition;
  selected: boolean;
  receiving: boolean;
  earlier?: boolean;
}

function Row({ record, edition, selected, receiving, earlier = false }: RowProps) {
  const name = oneLine(record.name ?? shortId(record.id));
  return (
    <Box
      role="option"
      id={rowId(record, edition)}
      className="af-item"
      aria-selected={selected}
      data-testid="artifact-row"
      data-state={editionState(edition)}
      data-bytes={edition.bytes}
      data-id={record.id}
      data-version={edition.number}
      onClick={() => chooseArtifact(record.key, earlier ? edition.number : undefined)}
    >
      <Icon name={earlier ? 'clock' : 'file'} className="lane-artifact" />
      <span className="af-item-line">
        <span className="cut grow" title={showName(record)}>
          {earlier ? t('artifacts.version', { name, number: edition.number }) : name}
        </span>
        <span className="t3 af-item-end">{edition.bytes > 0 ? formatBytes(edition.bytes) : ''}</span>
      </span>
      <span className="af-item-line af-item-more">
        <span className="t3 cut grow">
          {earlier
            ? t('artifacts.at', { at: formatSeconds(edition.writes[0]?.at ?? 0) })
            : oneLine(record.mediaType ?? '')}
        </span>
        <StateWord edition={edition} receiving={receiving} />
      </span>
    </Box>
  );
}

/** The whole name for the tooltip, with what is hidden in it made visible. */
const showName = (record: ArtifactRecord): string => oneLine(record.name ?? record.id);
