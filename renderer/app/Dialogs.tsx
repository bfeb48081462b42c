import { ConsentDialog } from '../features/access/ConsentDialog.tsx';
import { LensesDialog } from '../features/lenses/LensesDialog.tsx';
import { ShareDialog } from '../features/sessions/ShareDialog.tsx';
import { DropZone } from './DropZone.tsx';

/** What opens over the window when something asks for it. */
export const Dialogs = () => (
  <>
    <ConsentDialog />
    <ShareDialog />
    <LensesDialog />
    <DropZone />
  </>
);
