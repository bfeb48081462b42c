import { VaultSettings } from '../features/access/VaultSettings.tsx';
import { LensSettings } from '../features/lenses/LensSettings.tsx';
import { SettingsDialog } from '../features/settings/SettingsDialog.tsx';
import { closeLayer, openLayer } from './layers.ts';

/** The settings with the parts that other features bring along. */
export const SettingsLayer = ({ at }: { at?: 'vault' }) => (
  <SettingsDialog
    vault={<VaultSettings />}
    lenses={<LensSettings onOpen={closeLayer} />}
    {...(at ? { at } : {})}
    onClose={closeLayer}
    onKeys={() => openLayer({ kind: 'keys' })}
  />
);
