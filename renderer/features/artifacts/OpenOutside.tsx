import { useState } from 'react';
import { programSign } from '../../../shared/a2a/reduce/artifacts-programs.ts';
import { SNIFF_BYTES } from '../../../shared/a2a/reduce/artifacts-sniff.ts';
import type { ArtifactContent } from '../../../shared/contract/artifacts.ts';
import type { Trouble } from '../../../shared/lib/result.ts';
import { call } from '../../state/bridge.ts';
import { t } from '../../strings/index.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { oneLine } from '../../ui/text.ts';
import { TroubleNotice } from '../../views/Trouble.tsx';
import { allBytes } from './content-bytes.ts';
import type { WantedFile } from './save.ts';
import { effectiveType } from './viewer-of.ts';

interface OpenOutsideProps {
  wanted: WantedFile;
  content: ArtifactContent;
}

/** Opens a copy in another program, after a question that names the file and its type. Programs are refused. */
export function OpenOutside({ wanted: { ref, name }, content }: OpenOutsideProps) {
  const [asking, setAsking] = useState<{ sign: ReturnType<typeof programSign> }>();
  const [trouble, setTrouble] = useState<Trouble>();
  const close = () => {
    setAsking(undefined);
    setTrouble(undefined);
  };
  const ask = async () => {
    const head = await allBytes(ref, Math.min(content.bytes, SNIFF_BYTES));
    setAsking({ sign: programSign(name, head.ok ? head.value : undefined) });
  };
  const open = async () => {
    setTrouble(undefined);
    const reply = await call('artifacts.openOutside', { ...ref, name });
    if (reply.ok) close();
    else setTrouble(reply.error);
  };
  const sign = asking?.sign;
  return (
    <>
      <IconButton
        icon="external"
        label={t('artifacts.outside')}
        data-testid="artifact-outside"
        onClick={() => void ask()}
      />
      <Dialog
        open={asking !== undefined}
        title={t('artifacts.outside.title')}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{t('action.cancel')}</Button>
            <Button look="primary" data-testid="outside-open" disabled={sign !== undefined} onClick={() => void open()}>
              {t('artifacts.outside.open')}
            </Button>
          </>
        }
      >
        <p className="hint" data-testid="outside-words" data-state={sign ?? 'fine'}>
          {t(sign ? `artifacts.outside.${sign}` : 'artifacts.outside.explain')}
        </p>
        <dl className="kv">
          <div className="af-fact">
            <dt>{t('artifacts.outside.name')}</dt>
            <dd className="mono">{oneLine(name)}</dd>
          </div>
          <div className="af-fact">
            <dt>{t('artifacts.outside.type')}</dt>
            <dd className="mono">{oneLine(effectiveType(content))}</dd>
          </div>
        </dl>
        {trouble ? <TroubleNotice panel="artifact-outside" trouble={trouble} /> : null}
      </Dialog>
    </>
  );
}
