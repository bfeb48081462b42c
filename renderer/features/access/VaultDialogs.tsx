import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { VaultView } from '../../../shared/contract/access.ts';
import type { Reply, Trouble } from '../../../shared/lib/result.ts';
import { changePassphrase, forgetAll, unlockVault } from '../../state/access.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { SecretInput } from '../../views/SecretInput.tsx';
import { TroubleNotice } from '../../views/Trouble.tsx';
import { GOOD_LENGTH, LEAST_LENGTH, passphraseHint } from './vault-words.ts';

interface PassphraseFieldProps {
  label: string;
  name: string;
  value: string;
  hint?: ReactNode;
  focus?: boolean;
  invalid?: boolean;
  onChange(value: string): void;
}

function PassphraseField({ label, name, value, hint, focus, invalid = false, onChange }: PassphraseFieldProps) {
  const id = useId();
  return (
    <div className="form-field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <SecretInput
        id={id}
        name={name}
        value={value}
        {...(focus ? { focus } : {})}
        invalid={invalid}
        describedBy={hint ? `${id}-hint` : undefined}
        onChange={onChange}
      />
      {hint ? (
        <p className="hint vault-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}

interface VaultFormProps {
  title: string;
  verb: string;
  explain: string;
  ready: boolean;
  children: ReactNode;
  onSubmit(): Promise<Reply<unknown>>;
  onClose(): void;
}

/** A dialog about a passphrase: closes itself once the engine has taken it. */
function VaultForm({ title, verb, explain, ready, children, onSubmit, onClose }: VaultFormProps) {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!ready || busy) return;
    setBusy(true);
    setTrouble(undefined);
    const reply = await onSubmit();
    setBusy(false);
    if (reply.ok) onClose();
    else setTrouble(reply.error);
  };
  return (
    <Dialog open title={title} onClose={onClose}>
      <form className="vflex" data-testid="vault-form" noValidate onSubmit={(event) => void submit(event)}>
        <p className="t2">{explain}</p>
        {children}
        {trouble ? <TroubleNotice panel="vault" trouble={trouble} here /> : null}
        <div className="dialog-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="submit" look="primary" data-testid="vault-submit" disabled={!ready || busy}>
            {busy ? t('vault.working') : verb}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** What the length of a passphrase is worth. */
const LengthHint = ({ passphrase }: { passphrase: string }) => {
  if (passphrase === '') return <>{t('vault.passphrase.advice', { count: GOOD_LENGTH })}</>;
  const { text, good } = passphraseHint(passphrase);
  return (
    <>
      <Icon name={good ? 'check' : 'info'} size={12} className={good ? 'tone-ok' : 'tone-warn'} />
      {t(text, { least: LEAST_LENGTH, count: GOOD_LENGTH })}
    </>
  );
};

/** A new passphrase, twice, because nobody can tell it to the person later. */
function NewPassphrase({ first, again, onFirst, onAgain }: NewPassphraseProps) {
  const differs = again !== '' && again !== first;
  return (
    <>
      <PassphraseField
        label={t('vault.passphrase')}
        name="passphrase"
        value={first}
        hint={<LengthHint passphrase={first} />}
        onChange={onFirst}
      />
      <PassphraseField
        label={t('vault.passphrase.again')}
        name="again"
        value={again}
        invalid={differs}
        hint={differs ? t('vault.passphrase.differs') : undefined}
        onChange={onAgain}
      />
    </>
  );
}

interface NewPassphraseProps {
  first: string;
  again: string;
  onFirst(value: string): void;
  onAgain(value: string): void;
}

const isGood = (first: string, again: string): boolean => passphraseHint(first).good && first === again;

/** Begins a file behind a passphrase. */
export function MakeFile({ onClose }: { onClose(): void }) {
  const [first, setFirst] = useState('');
  const [again, setAgain] = useState('');
  return (
    <VaultForm
      title={t('vault.make.title')}
      verb={t('vault.make.verb')}
      explain={t('vault.make.explain')}
      ready={isGood(first, again)}
      onSubmit={() => unlockVault(first, true)}
      onClose={onClose}
    >
      <NewPassphrase first={first} again={again} onFirst={setFirst} onAgain={setAgain} />
    </VaultForm>
  );
}

export function Unlock({ onClose }: { onClose(): void }) {
  const [passphrase, setPassphrase] = useState('');
  return (
    <VaultForm
      title={t('vault.unlock.title')}
      verb={t('vault.unlock')}
      explain={t('vault.unlock.explain')}
      ready={passphrase !== ''}
      onSubmit={() => unlockVault(passphrase, false)}
      onClose={onClose}
    >
      <PassphraseField
        label={t('vault.passphrase')}
        name="passphrase"
        value={passphrase}
        focus
        onChange={setPassphrase}
      />
    </VaultForm>
  );
}

export function ChangePassphrase({ onClose }: { onClose(): void }) {
  const [before, setBefore] = useState('');
  const [first, setFirst] = useState('');
  const [again, setAgain] = useState('');
  return (
    <VaultForm
      title={t('vault.change.title')}
      verb={t('vault.change.verb')}
      explain={t('vault.change.explain')}
      ready={before !== '' && isGood(first, again)}
      onSubmit={() => changePassphrase(before, first)}
      onClose={onClose}
    >
      <PassphraseField label={t('vault.passphrase.before')} name="before" value={before} focus onChange={setBefore} />
      <NewPassphrase first={first} again={again} onFirst={setFirst} onAgain={setAgain} />
    </VaultForm>
  );
}

/** Names what is lost before it is. */
export const ForgetAll = ({ vault, onClose }: { vault: VaultView; onClose(): void }) => (
  <Confirm
    title={t('vault.forget.title')}
    verb={t('vault.forget.verb')}
    cancel={t('action.cancel')}
    onConfirm={() => void forgetAll()}
    onClose={onClose}
  >
    {t('vault.forget.explain', { held: vault.held, kept: vault.kept + vault.broken })}
  </Confirm>
);
