import { chordLabel } from '../state/chords.ts';
import { t } from '../strings/index.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { keySheet } from './keys.ts';

/** Every key, by where it works. */
export const KeySheet = ({ onClose }: { onClose(): void }) => (
  <Dialog
    open
    title={t('keys.title')}
    onClose={onClose}
    actions={
      <Button look="primary" onClick={onClose}>
        {t('action.close')}
      </Button>
    }
  >
    <p className="hint">{t('keys.note')}</p>
    <div className="key-sheet" data-testid="key-sheet">
      {keySheet.map((group) => (
        <section key={group.title}>
          <h3>{t(group.title)}</h3>
          <dl>
            {group.bindings.map((binding) => (
              <div key={binding.id} className="key-line">
                <dt>{t(binding.label)}</dt>
                <dd>
                  {binding.chords.map((chord) => (
                    <kbd key={chord}>{chordLabel(chord)}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  </Dialog>
);
