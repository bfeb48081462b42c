import { Palette } from '../features/palette/Palette.tsx';
import { indexOfSeq, sessionLog } from '../state/log.ts';
import { goTo, selectRow } from '../state/selection.ts';
import { closeLayer, openLayer } from './layers.ts';
import { useEntries } from './use-entries.ts';

/** The palette with everything that this window offers. */
export function PaletteLayer({ start }: { start: string }) {
  const entries = useEntries();
  return (
    <Palette
      entries={entries}
      start={start}
      onEvent={goToEvent}
      onFind={(start) => openLayer({ kind: 'find', start })}
      onClose={closeLayer}
    />
  );
}

function goToEvent(seq: number): boolean {
  if (indexOfSeq(sessionLog().rows, seq) < 0) return false;
  goTo({ kind: 'session' }, 'timeline');
  selectRow(seq);
  return true;
}
