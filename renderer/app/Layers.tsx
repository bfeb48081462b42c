import { Palette } from '../features/palette/Palette.tsx';
import { SettingsDialog } from '../features/settings/SettingsDialog.tsx';
import { indexOfSeq, sessionLog } from '../state/log.ts';
import { goTo, selectRow } from '../state/selection.ts';
import { KeySheet } from './KeySheet.tsx';
import { closeLayer, openLayer, useLayer } from './layers.ts';
import { useEntries } from './use-entries.ts';

/** The palette and the dialogs that belong to the whole window. */
export function Layers() {
  const layer = useLayer();
  if (!layer) return null;
  if (layer.kind === 'palette') return <PaletteLayer start={layer.start} />;
  if (layer.kind === 'keys') return <KeySheet onClose={closeLayer} />;
  return <SettingsDialog onClose={closeLayer} onKeys={() => openLayer({ kind: 'keys' })} />;
}

function PaletteLayer({ start }: { start: string }) {
  const entries = useEntries();
  return <Palette entries={entries} start={start} onEvent={goToEvent} onClose={closeLayer} />;
}

function goToEvent(seq: number): boolean {
  if (indexOfSeq(sessionLog().rows, seq) < 0) return false;
  goTo({ kind: 'session' }, 'timeline');
  selectRow(seq);
  return true;
}
