import { FindLayer, KeySheet, PaletteLayer, SettingsLayer } from './laters.ts';
import { closeLayer, useLayer } from './layers.ts';

/** The palette and the dialogs that belong to the whole window. */
export function Layers() {
  const layer = useLayer();
  if (!layer) return null;
  if (layer.kind === 'palette') return <PaletteLayer start={layer.start} />;
  if (layer.kind === 'find')
    return <FindLayer {...(layer.start === undefined ? {} : { start: layer.start })} onClose={closeLayer} />;
  if (layer.kind === 'keys') return <KeySheet onClose={closeLayer} />;
  return <SettingsLayer {...(layer.at ? { at: layer.at } : {})} />;
}
