import { useCallback, useRef, useState } from 'react';
import { closeLenses, openLenses, useLensScreen } from '../../state/lenses.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { LensEditor } from './LensEditor.tsx';
import { LensList } from './LensList.tsx';
import './lenses.css';

/** The lens files of the person, or one of them in the editor. What is not saved is not lost without asking. */
export function LensesDialog() {
  const { screen, removed, trouble } = useLensScreen();
  const [leaving, setLeaving] = useState<{ go(): void; name: string }>();
  /** Name of the lens with changes, if any. */
  const unsaved = useRef<string>(undefined);
  const onUnsaved = useCallback((name: string | undefined) => {
    unsaved.current = name;
  }, []);
  if (screen === undefined) return null;
  const leave = (go: () => void) => {
    const away = () => {
      unsaved.current = undefined;
      go();
    };
    if (unsaved.current === undefined) away();
    else setLeaving({ go: away, name: unsaved.current });
  };
  return (
    <>
      <Dialog
        open
        size={screen === 'list' ? 'usual' : 'wide'}
        title={t('lenses.title')}
        onClose={() => leave(closeLenses)}
        onEscape={keepForEditor}
        {...(screen === 'list' && {
          actions: (
            <Button look="primary" onClick={closeLenses}>
              {t('action.close')}
            </Button>
          ),
        })}
      >
        {screen === 'list' ? (
          <LensList removed={removed} trouble={trouble} />
        ) : (
          <LensEditor
            work={screen}
            trouble={trouble}
            onUnsaved={onUnsaved}
            onBack={() => leave(openLenses)}
            onClose={() => leave(closeLenses)}
          />
        )}
      </Dialog>
      {leaving ? (
        <Confirm
          title={t('lens.leave')}
          verb={t('lens.leave.verb')}
          cancel={t('lens.leave.stay')}
          onConfirm={leaving.go}
          onClose={() => setLeaving(undefined)}
        >
          {t('lens.leave.text', { name: leaving.name })}
        </Confirm>
      ) : null}
    </>
  );
}

/** In the text Esc closes what the editor has opened, such as its list of paths. */
function keepForEditor(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.closest('.code-editor')) event.preventDefault();
}
