import { useState } from 'react';
import { lockVault } from '../../state/access.ts';
import { useVault } from '../../state/queries.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { VaultAsking, WhyText } from './VaultBanner.tsx';
import { ChangePassphrase } from './VaultDialogs.tsx';
import { vaultWords } from './vault-words.ts';
import './vault.css';

/** Where secrets are kept, as a part of the settings. */
export function VaultSettings() {
  const vault = useVault().data;
  const [asking, setAsking] = useState<'make' | 'unlock' | 'forget' | 'change'>();
  if (!vault) return null;
  const words = vaultWords(vault);
  const open = vault.kind === 'file' && !vault.locked;
  const close = () => setAsking(undefined);
  return (
    <div
      className="vault-settings"
      data-testid="vault-settings"
      data-state={words?.state ?? 'kept'}
      data-kind={vault.kind}
      data-kept={vault.kept}
    >
      <p>
        {words ? (
          <>
            <b>{t(`vault.${words.state}`)}</b> {t(words.text, words.args)}
          </>
        ) : (
          t(vault.kind === 'os' ? 'vault.os.text' : 'vault.file.text', { backend: vault.backend ?? '' })
        )}
      </p>
      {vault.why || vault.problem ? (
        <p className="hint">
          <WhyText vault={vault} />
        </p>
      ) : null}
      <p className="hint">{t('vault.counts', { held: vault.held, kept: vault.kept })}</p>
      <div className="vault-buttons">
        {vault.locked ? (
          <Button size="s" icon="lock" onClick={() => setAsking('unlock')}>
            {t('vault.unlock')}
          </Button>
        ) : null}
        {vault.kind === 'session' && !vault.locked ? (
          <Button size="s" icon="file" onClick={() => setAsking('make')}>
            {t('vault.make')}
          </Button>
        ) : null}
        {open ? (
          <>
            <Button size="s" icon="lock" data-testid="vault-lock" onClick={() => void lockVault()}>
              {t('vault.lock')}
            </Button>
            <Button size="s" icon="pencil" onClick={() => setAsking('change')}>
              {t('vault.change')}
            </Button>
          </>
        ) : null}
        <Button
          size="s"
          icon="trash"
          look="danger"
          data-testid="vault-forget-all"
          disabled={vault.held + vault.kept + vault.broken === 0}
          onClick={() => setAsking('forget')}
        >
          {t('vault.forget.button')}
        </Button>
      </div>
      {asking === 'change' ? (
        <ChangePassphrase onClose={close} />
      ) : (
        <VaultAsking vault={vault} asking={asking} onClose={close} />
      )}
    </div>
  );
}
