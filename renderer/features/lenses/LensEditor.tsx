import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { LensIssue, LensView } from '../../../shared/contract/lenses.ts';
import type { Trouble } from '../../../shared/lib/result.ts';
import { chordLabel } from '../../state/chords.ts';
import { type LensWork, saveLens } from '../../state/lenses.ts';
import { sessionLog, useLogSession } from '../../state/log.ts';
import { selectionStore } from '../../state/selection.ts';
import { t } from '../../strings/index.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Tag } from '../../ui/Chip.tsx';
import type { CodeHandle } from '../../ui/monaco/CodeEditor.tsx';
import { oneLine } from '../../ui/text.ts';
import { TroubleNotice } from '../../views/Trouble.tsx';
import { Faults } from './Faults.tsx';
import { LensPreview } from './LensPreview.tsx';
import { LensText } from './LensText.tsx';
import { eventToBegin, findEvent, useLensPreview } from './use-preview.ts';

interface LensEditorProps {
  work: LensWork;
  trouble: Trouble | undefined;
  /** Tells whose changes are not saved yet; undefined for none. */
  onUnsaved(name: string | undefined): void;
  onBack(): void;
  onClose(): void;
}

const NO_ISSUES: readonly LensIssue[] = [];

/** A lens file beside what it makes of an event. */
export function LensEditor({ work, trouble, onUnsaved, onBack, onClose }: LensEditorProps) {
  const session = useLogSession();
  const [text, setText] = useState(work.text);
  const [kept, setKept] = useState<{ file?: string; saved?: string; view?: LensView }>({
    ...(work.file !== undefined && { file: work.file }),
    ...(work.saved !== undefined && { saved: work.saved }),
  });
  const [seq, setSeq] = useState(() => work.seq ?? eventToBegin(selectionStore.getState().seq));
  const code = useRef<CodeHandle>(null);
  const { preview, current } = useLensPreview(text, session, seq);
  const issues = preview?.issues ?? NO_ISSUES;
  const broken = issues.some(({ severity }) => severity === 'error');
  const changed = text !== (kept.saved ?? work.text);
  const ready = (changed || kept.file === undefined) && !(current && broken);
  const lastName = useRef<string>(undefined);
  lastName.current = preview?.name ?? lastName.current;
  const name = oneLine(lastName.current ?? kept.file ?? t('lens.new'));

  // With no event chosen the last one that the lens is for says most.
  useEffect(() => {
    const last = sessionLog().last + 1;
    if (work.seq !== undefined || selectionStore.getState().seq !== undefined) return;
    void findEvent(work.text, session, last, 'previous').then((found) => found !== undefined && setSeq(found));
  }, [work, session]);
  useEffect(() => onUnsaved(changed ? name : undefined), [changed, name, onUnsaved]);
  useEffect(() => () => onUnsaved(undefined), [onUnsaved]);

  const save = async () => {
    if (!ready) return;
    const view = await saveLens(kept, text);
    if (view) setKept({ file: view.file, saved: text, view });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.code !== 'KeyS') return;
    event.preventDefault();
    void save();
  };
  return (
    <section
      className="lens-editor"
      aria-label={name}
      data-testid="lens-editor"
      data-state={changed ? 'changed' : kept.file === undefined ? 'new' : 'saved'}
      data-current={current}
      data-file={kept.file}
      data-faults={issues.length}
      onKeyDown={onKeyDown}
    >
      <header className="lens-head">
        <IconButton icon="arrow-left" label={t('lens.back')} data-testid="lens-back" onClick={onBack} />
        <b className="cut">{name}</b>
        {kept.file && lastName.current ? <span className="mono t3 cut">{oneLine(kept.file)}</span> : null}
        {changed || kept.file === undefined ? <Tag>{t('lens.unsaved')}</Tag> : null}
        <span className="t3 cut" role="status" data-testid="lens-saved">
          {kept.view && !changed
            ? t(kept.view.state === 'off' ? 'lens.saved.off' : 'lens.saved', { file: kept.view.file })
            : ''}
        </span>
        <span className="end hflex">
          <Button
            look="primary"
            icon="save"
            keys={chordLabel('Mod+KeyS')}
            disabled={!ready}
            data-testid="lens-save"
            onClick={() => void save()}
          >
            {t('lens.save')}
          </Button>
          <Button onClick={onClose}>{t('action.close')}</Button>
        </span>
      </header>
      {trouble ? <TroubleNotice panel="lens-editor" trouble={trouble} /> : null}
      <div className="lens-panes">
        <section className="lens-side" aria-label={t('lens.text')}>
          <LensText value={text} marks={issues} handle={code} onChange={setText} />
          <p className="hint">{t('lens.keys')}</p>
          {issues.length > 0 ? (
            <div className="lens-problems">
              <Faults issues={issues} onShow={({ start, end }) => code.current?.reveal(start, end)} />
            </div>
          ) : null}
        </section>
        <LensPreview
          text={text}
          session={session}
          seq={seq}
          preview={preview}
          broken={broken}
          onSeq={setSeq}
          onPath={(path) => code.current?.insert(JSON.stringify(path).slice(1, -1))}
        />
      </div>
    </section>
  );
}
