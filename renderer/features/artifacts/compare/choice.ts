import { setSetting, useSettings } from '../../../state/settings.ts';

export const PICTURE_FORMS = ['beside', 'swipe', 'onion', 'difference'] as const;
export type PictureForm = (typeof PICTURE_FORMS)[number];
export type JsonForm = 'structure' | 'text';

/** How comparisons are shown; the choice outlives a start. */
export function useCompareForms(): { json: JsonForm; pictures: PictureForm } {
  const kept = useSettings((settings) => settings.compareForms);
  return {
    json: kept?.json === 'text' ? 'text' : 'structure',
    pictures: PICTURE_FORMS.find((form) => form === kept?.pictures) ?? 'beside',
  };
}

export function chooseForms(forms: { json: JsonForm; pictures: PictureForm }): void {
  setSetting('compareForms', forms);
}
