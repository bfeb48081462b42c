import { useState } from 'react';
import type { VaultView } from '../../../shared/contract/access.ts';
import { useVault } from '../../state/queries.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ForgetAll, MakeFile, Unlock } from './VaultDialogs.tsx';
import { vaultWords } from './vault-words.ts';
import './vault.css';

type Asking = 'make' | 'unlock' | 'forget';

/** Says where secrets are kept while that is worth a thought, and what can be done about it. */
export function VaultBanner() {
  const vault = useVault().data;
  const [why, setWhy] = useState(false);
  const [asking, setAsking] = useState<Asking>();
  const words = vault && vaultWords(vault);
  if (!vault || !words) return null;
  const close = () => setAsking(undefined);
  return (
    <div
      className="vault-banner"
      role="status"
      data-testid="vault-banner"
      data-state={words.state}
      data-kind={vault.kind}
      data-locked={vault.locked}
    >
      <Icon name={words.state === 'locked' ? 'lock' : 'triangle'} className="tone-warn" />
      <p className="vault-words">
        <b>{t(`vault.${words.state}`)}</b> {t(words.text, words.args)}
        {why ? <WhyText vault={vault} /> : null}
      </p>
      <span className="vault-actions">
        {vault.why || vault.problem ? (
          <Button size="s" icon="info" aria-expanded={why} data-testid="vault-why" onClick={() => setWhy(!why)}>
            {t('vault.why')}
          </Button>
        ) : null}
        {vault.locked ? (
          <Button size="s" icon="lock" look="primary" data-testid="vault-unlock" onClick={() => setAsking('unlock')}>
            {t('vault.unlock')}
          </Button>
        ) : vault.kind === 'session' ? (
          <Button size="s" icon="file" data-testid="vault-make" onClick={() => setAsking('make')}>
            {t('vault.make')}
          </Button>
        ) : null}
        <Button
          size="s"
          icon="close"
          data-testid="vault-forget"
          disabled={vault.held + vault.kept + vault.broken === 0}
          onClick={() => setAsking('forget')}
        >
          {t('vault.forget')}
        </Button>
      </span>
      <VaultAsking vault={vault} asking={asking} onClose={close} />
    </div>
  );
}

/** What the system or the store says, in its own sentences. */
export const WhyText = ({ vault }: { vault: VaultView }) => (
  <span className="vault-why t2" data-testid="vault-why-text">
    {vault.problem ? `${vault.problem} ` : ''}
    {vault.why ?? ''}
  </span>
);

/** The dialog that was asked for. */
export function VaultAsking({
  vault,
  asking,
  onClose,
}: {
  vault: VaultView;
  asking: Asking | undefined;
  onClose(): void;
}) {
  if (asking === 'make') return <MakeFile onClose={onClose} />;
  if (asking === 'unlock') return <Unlock onClose={onClose} />;
  if (asking === 'forget') return <ForgetAll vault={vault} onClose={onClose} />;
  return null;
}
