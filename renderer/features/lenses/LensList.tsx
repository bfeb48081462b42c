import { useRef } from 'react';
import type { LensView } from '../../../shared/contract/lenses.ts';
import type { Trouble } from '../../../shared/lib/result.ts';
import {
  duplicateLens,
  editLens,
  enableLens,
  exportLens,
  importLens,
  newLens,
  readLensFiles,
  removeLens,
  undoRemove,
} from '../../state/lenses.ts';
import { useLenses } from '../../state/queries.ts';
import { t } from '../../strings/index.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { CopyButton } from '../../ui/Copy.tsx';
import { FilePicker, type FilePickerHandle } from '../../ui/FilePicker.tsx';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';
import { Empty, Loading } from '../../ui/Notice.tsx';
import { oneLine } from '../../ui/text.ts';
import { TroubleNotice } from '../../views/Trouble.tsx';
import { Faults } from './Faults.tsx';

interface LensListProps {
  removed: LensView | undefined;
  trouble: Trouble | undefined;
}

/** The lens files, in the order in which events are asked for them. */
export function LensList({ removed, trouble }: LensListProps) {
  const lenses = useLenses().data;
  const picker = useRef<FilePickerHandle>(null);
  return (
    <div className="lenses" data-testid="lenses" data-count={lenses?.lenses.length}>
      <p className="t2">{t('lenses.about')}</p>
      <div className="hflex">
        <Button icon="plus" data-testid="lens-new" onClick={() => void newLens()}>
          {t('lenses.new')}
        </Button>
        <Button icon="upload" onClick={() => picker.current?.open()}>
          {t('lenses.import')}
        </Button>
        <Button
          icon="refresh"
          className="end"
          title={t('lenses.read.why')}
          data-testid="lens-read"
          onClick={() => void readLensFiles()}
        >
          {t('lenses.read')}
        </Button>
      </div>
      <FilePicker ref={picker} accept=".json" onFile={(file) => void importLens(file)} />
      {trouble ? <TroubleNotice panel="lenses" trouble={trouble} /> : null}
      {lenses?.problem ? (
        <p className="tone-warn" role="status">
          {lenses.problem}
        </p>
      ) : null}
      {removed ? (
        <p className="lens-undo" role="status" data-testid="lens-undo">
          <span className="grow">{t('lenses.deleted', { name: oneLine(removed.name) })}</span>
          <Button size="s" onClick={() => void undoRemove()}>
            {t('lenses.undo')}
          </Button>
        </p>
      ) : null}
      {lenses === undefined ? (
        <Loading panel="lenses">{t('empty.loading')}</Loading>
      ) : lenses.lenses.length === 0 ? (
        <Empty panel="lenses">{t('lenses.empty')}</Empty>
      ) : (
        <ul className="lens-list" aria-label={t('lenses.list')}>
          {lenses.lenses.map((lens) => (
            <LensRow key={lens.file} lens={lens} />
          ))}
        </ul>
      )}
      {lenses?.folder ? (
        <p className="hflex hint">
          <span>{t('lenses.folder')}</span>
          <span className="mono lens-folder">{lenses.folder}</span>
          <CopyButton text={lenses.folder} label={t('lenses.folder.copy')} doneLabel={t('copy.done')} />
        </p>
      ) : null}
    </div>
  );
}

function LensRow({ lens }: { lens: LensView }) {
  const name = oneLine(lens.name);
  const errors = lens.issues.filter(({ severity }) => severity === 'error');
  const warnings = lens.issues.length - errors.length;
  const readable = lens.text !== undefined;
  const items: MenuItem[] = [
    {
      id: 'duplicate',
      label: t('lenses.duplicate'),
      icon: 'copy',
      disabled: !readable,
      onSelect: () => duplicateLens(lens, t('lenses.copyOf', { name: lens.name })),
    },
    {
      id: 'export',
      label: t('lenses.export'),
      icon: 'download',
      disabled: !readable,
      onSelect: () => exportLens(lens),
    },
    {
      id: 'delete',
      label: t('lenses.delete'),
      icon: 'trash',
      danger: true,
      divided: true,
      disabled: !readable,
      onSelect: () => void removeLens(lens),
    },
  ];
  return (
    <li className="lens-row" data-testid="lens-row" data-state={lens.state} data-file={lens.file}>
      <div className="hflex">
        {lens.state === 'broken' ? (
          <span className="lens-name tone-danger">{name}</span>
        ) : (
          <Checkbox checked={lens.state === 'used'} onChange={(on) => void enableLens(lens, on)}>
            <span className="visually-hidden">{t('lenses.use', { name })}</span>
            <span className="lens-name" aria-hidden="true">
              {name}
            </span>
          </Checkbox>
        )}
        <span className="mono t3 cut grow" title={lens.file}>
          {oneLine(lens.file)}
        </span>
        {errors.length > 0 ? (
          <span className="tone-danger">{t('lenses.broken', { count: errors.length })}</span>
        ) : warnings > 0 ? (
          <span className="tone-warn">{t('lenses.warnings', { count: warnings })}</span>
        ) : null}
        <IconButton
          icon="pencil"
          label={t('lenses.edit.named', { name })}
          disabled={!readable}
          data-testid="lens-edit"
          onClick={() => editLens(lens)}
        />
        <Menu trigger={<IconButton icon="ellipsis" label={t('lenses.more', { name })} />} items={items} />
      </div>
      {lens.state === 'broken' ? <Faults issues={errors} /> : null}
    </li>
  );
}
