import { useEffect, useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { takeJump, wireWishes } from '../../state/jump.ts';
import { rowOfSeq } from '../../state/log.ts';
import { selectRow } from '../../state/selection.ts';
import { BodyView } from './BodyView.tsx';
import { Details } from './Details.tsx';
import { ExchangeList } from './ExchangeList.tsx';
import { FrameList } from './FrameList.tsx';
import type { WireFilter } from './filter.ts';
import { changeWire, useWire, wireStore } from './store.ts';
import { useFacts } from './use-facts.ts';
import type { Hits } from './use-hits.ts';
import { type Exchange, frameKind, type WireModel } from './view-model.ts';

export interface WireConsoleProps {
  model: WireModel;
  session: string;
  recording: boolean;
  chosen: Exchange | undefined;
  seq: number | undefined;
  narrow: boolean;
  /** `at` that time columns count from, ms. */
  origin: number;
  list: readonly Exchange[];
  filter: WireFilter;
  hits: Hits;
  onTimeline(seq: number): void;
}

/** Exchanges at the left, the bytes of the chosen one in the middle, its header lines and times at the right. */
export function WireConsole(props: WireConsoleProps) {
  const { model, session, recording, chosen, seq, narrow, origin, onTimeline } = props;
  const box = useRef<HTMLDivElement>(null);
  const kept = useWire((state) => state.view);
  const view = kept === 'headers' && !narrow ? 'frames' : kept;
  const facts = useFacts(session, chosen);

  useJump(box);
  const focus = (what: 'exchanges' | 'frames') =>
    box.current?.querySelector<HTMLElement>(`[data-list="${what}"]`)?.focus();

  return (
    <div className="wire-body" data-narrow={narrow} ref={box}>
      <ExchangeList
        {...props}
        onEnter={() => {
          changeWire({ view: 'frames' });
          requestAnimationFrame(() => focus('frames'));
        }}
      />
      <div className="wire-middle">
        {view === 'headers' ? (
          <Details facts={facts} exchange={chosen} recording={recording} origin={origin} />
        ) : view === 'frames' ? (
          <FrameList
            key={`${session} ${chosen?.number}`}
            model={model}
            session={session}
            recording={recording}
            exchange={chosen}
            seq={seq}
            origin={origin}
            hits={props.filter.words.length > 0 ? props.hits : undefined}
            onBack={() => focus('exchanges')}
            onTimeline={onTimeline}
          />
        ) : (
          <BodyView kind={view} session={session} rows={model.rows} exchange={chosen} seq={seq} facts={facts.views} />
        )}
      </div>
      {narrow ? null : <Details facts={facts} exchange={chosen} recording={recording} origin={origin} />}
    </div>
  );
}

/** Grants a wish to see the bytes of a row: nothing hides it, and the list that has it takes the focus. */
function useJump(box: React.RefObject<HTMLDivElement | null>): void {
  const wanted = useStore(wireWishes, (state) => state.jump);
  const target = useRef<'exchanges' | 'frames'>(undefined);
  useEffect(() => {
    if (wanted === undefined) return;
    takeJump();
    const row = rowOfSeq(wanted);
    if (!row || row.exchange === 0) return;
    const isFact = ['request', 'response', 'end', 'note'].includes(row.kind);
    const state = wireStore.getState();
    const hiddenFrames = new Set(state.hiddenFrames);
    if (!isFact) hiddenFrames.delete(frameKind(row));
    changeWire({ view: 'frames', filter: '', hiddenKinds: new Set(), hiddenFrames, clearedUpTo: 0, chosen: undefined });
    selectRow(wanted);
    target.current = isFact ? 'exchanges' : 'frames';
  }, [wanted]);
  useLayoutEffect(() => {
    const list = target.current && box.current?.querySelector<HTMLElement>(`[data-list="${target.current}"]`);
    if (!list) return;
    target.current = undefined;
    list.focus({ preventScroll: true });
  });
}
