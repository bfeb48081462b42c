import { later } from '../ui/later.tsx';

/** The centre of every place but the first page, with the composer. */
export const PlaceCentre = later(async () => (await import('./PlaceCentre.tsx')).PlaceCentre);
export const Inspector = later(async () => (await import('../features/inspector/Inspector.tsx')).Inspector);
export const PaletteLayer = later(async () => (await import('./PaletteLayer.tsx')).PaletteLayer);
export const FindLayer = later(async () => (await import('../features/find/Find.tsx')).Find);
export const KeySheet = later(async () => (await import('./KeySheet.tsx')).KeySheet);
export const SettingsLayer = later(async () => (await import('./SettingsLayer.tsx')).SettingsLayer);
/** Dialogs that open by what happens, not by a key. */
export const Dialogs = later(async () => (await import('./Dialogs.tsx')).Dialogs);
