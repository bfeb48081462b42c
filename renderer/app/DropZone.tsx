import { useEffect, useState } from 'react';
import type { Trouble } from '../../shared/lib/result.ts';
import { importSession } from '../state/sessions.ts';
import { t } from '../strings/index.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import { TroubleNotice } from '../views/Trouble.tsx';

const carriesFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;

/** Opens a session file that is dropped anywhere in the window. */
export function DropZone() {
  const [over, setOver] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  useEffect(() => {
    const onOver = (event: DragEvent) => {
      if (!carriesFile(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = async (event: DragEvent) => {
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (event.defaultPrevented || !file) return;
      event.preventDefault();
      const reply = await importSession(file);
      if (!reply.ok) setTrouble(reply.error);
    };
    addEventListener('dragover', onOver);
    addEventListener('dragleave', onLeave);
    addEventListener('drop', onDrop);
    return () => {
      removeEventListener('dragover', onOver);
      removeEventListener('dragleave', onLeave);
      removeEventListener('drop', onDrop);
    };
  }, []);
  return (
    <>
      {over ? (
        <div className="drop-zone" aria-hidden="true">
          <Icon name="session" size={20} />
          {t('drop.words')}
        </div>
      ) : null}
      {trouble ? (
        <Dialog
          open
          title={t('drop.failed')}
          onClose={() => setTrouble(undefined)}
          actions={<Button onClick={() => setTrouble(undefined)}>{t('action.close')}</Button>}
        >
          <TroubleNotice panel="drop" trouble={trouble} />
        </Dialog>
      ) : null}
    </>
  );
}
