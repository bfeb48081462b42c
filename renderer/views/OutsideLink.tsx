import { type ReactNode, useState } from 'react';
import { call } from '../state/bridge.ts';
import { useAppInfo } from '../state/queries.ts';
import { t } from '../strings/index.ts';
import { Button } from '../ui/Button.tsx';
import { Code } from '../ui/Code.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { oneLine } from '../ui/text.ts';

/** A link that names its whole address before anything opens. */
export function OutsideLink({ url, children }: { url: string; children: ReactNode }) {
  const [asking, setAsking] = useState(false);
  const external = useAppInfo().data?.capabilities.externalLinks;
  const safe = /^https?:\/\//i.test(url);
  // An address that is not opened is still worth reading.
  if (!safe) {
    return (
      <span title={url}>
        {children} <span className="mono">{oneLine(url)}</span>
      </span>
    );
  }
  return (
    <>
      <button type="button" className="link" title={url} onClick={() => setAsking(true)}>
        {children}
      </button>
      <Dialog
        open={asking}
        title={t('link.title')}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{t('action.cancel')}</Button>
            <Button
              look="primary"
              onClick={() => {
                setAsking(false);
                if (external) void call('links.open', { url });
                else window.open(url, '_blank', 'noopener,noreferrer');
              }}
            >
              {t('link.open')}
            </Button>
          </>
        }
      >
        <p className="hint">{t('link.explain')}</p>
        <Code>{url}</Code>
      </Dialog>
    </>
  );
}
