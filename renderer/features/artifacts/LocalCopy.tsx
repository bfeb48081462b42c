import { useEffect, useState } from 'react';
import type { DeclaredBytes } from '../../../shared/a2a/reduce/artifacts-parts.ts';
import type { LocalFile } from '../../../shared/contract/artifacts.ts';
import type { Trouble } from '../../../shared/lib/result.ts';
import { call } from '../../state/bridge.ts';
import { useAppInfo } from '../../state/queries.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Code } from '../../ui/Code.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatBytes, showHidden } from '../../ui/text.ts';
import { TroubleNotice } from '../../views/Trouble.tsx';
import type { FileRef } from './content-bytes.ts';
import { copyIsThere } from './fetches.ts';

/** Offers the file of this computer that a part names, and asks before it is read. */
export function LocalCopy({ file, declared }: { file: FileRef; declared: DeclaredBytes | undefined }) {
  const reads = useAppInfo().data?.capabilities.localFiles === true;
  const [found, setFound] = useState<LocalFile | null>(null);
  const [reason, setReason] = useState<string>();
  const [asking, setAsking] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();

  useEffect(() => {
    if (!reads) return;
    let stale = false;
    void call('artifacts.local', file).then((reply) => {
      if (stale) return;
      if (reply.ok) setFound(reply.value);
      else setReason(reply.error.message);
    });
    return () => {
      stale = true;
    };
  }, [reads]);

  const read = async (path: string) => {
    setAsking(false);
    setTrouble(undefined);
    const reply = await call('artifacts.readLocal', { ...file, path });
    if (reply.ok) copyIsThere();
    else setTrouble(reply.error);
  };

  if (reason !== undefined) {
    return (
      <p className="hint" data-testid="local-refused">
        {showHidden(reason)}
      </p>
    );
  }
  if (!found) return null;
  return (
    <>
      <span>
        <Button size="s" icon="file" data-testid="artifact-local" onClick={() => setAsking(true)}>
          {t('artifacts.local')}
        </Button>
      </span>
      {trouble ? <TroubleNotice panel="artifact-local" trouble={trouble} /> : null}
      <Dialog
        open={asking}
        title={t('artifacts.local.title')}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{t('action.cancel')}</Button>
            <Button look="primary" data-testid="local-open" onClick={() => void read(found.resolved)}>
              {t('artifacts.local.open')}
            </Button>
          </>
        }
      >
        <p className="hint">{t('artifacts.local.explain')}</p>
        <Code data-testid="local-path">{showHidden(found.path)}</Code>
        {found.resolved === found.path ? null : (
          <>
            <p>{t('artifacts.local.link')}</p>
            <Code data-testid="local-resolved">{showHidden(found.resolved)}</Code>
          </>
        )}
        <p className="hint">{t('artifacts.local.bytes', { bytes: formatBytes(found.bytes) })}</p>
        {declared?.bytes === undefined && declared?.sha256 === undefined ? null : (
          <p className="hint">{t('artifacts.local.declared')}</p>
        )}
      </Dialog>
    </>
  );
}
