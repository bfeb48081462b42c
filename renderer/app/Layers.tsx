import { VaultSettings } from '../features/access/VaultSettings.tsx';
import { Find } from '../features/find/Find.tsx';
import { LensSettings } from '../features/lenses/LensSettings.tsx';
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
  if (layer.kind === 'find')
    return <Find {...(layer.start === undefined ? {} : { start: layer.start })} onClose={closeLayer} />;
  if (layer.kind === 'keys') return <KeySheet onClose={closeLayer} />;
  return (
    <SettingsDialog
      vault={<VaultSettings />}
      lenses={<LensSettings onOpen={closeLayer} />}
      {...(layer.at ? { at: layer.at } : {})}
      onClose={closeLayer}
      onKeys={() => openLayer({ kind: 'keys' })}
    />
  );
}

function PaletteLayer({ start }: { start: string }) {
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
