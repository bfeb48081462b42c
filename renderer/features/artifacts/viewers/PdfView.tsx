import { useEffect, useState } from 'react';
import { t } from '../../../strings/index.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Loading } from '../../../ui/Notice.tsx';
import { HexView } from './HexView.tsx';
import { PdfPages } from './PdfPages.tsx';
import type { Pdf, PdfTrouble } from './pdf.ts';

/** Pages that are laid out without asking. */
const PAGES_SHOWN = 500;

export interface PdfViewProps {
  bytes: Uint8Array<ArrayBuffer>;
  name: string;
  /** `bytes` is all of the file. */
  whole: boolean;
  /** More may come. */
  open: boolean;
}

/** A PDF drawn page by page, or why it is not, with its bytes. */
export function PdfView({ bytes, name, whole, open }: PdfViewProps) {
  const ready = whole && !open;
  const opened = usePdf(ready ? bytes : undefined);
  const [all, setAll] = useState(false);
  useEffect(() => setAll(false), [bytes]);
  if (!ready) return <Refused bytes={bytes} why={open ? 'open' : 'part'} />;
  if (opened === undefined) return <Loading panel="artifact-content">{t('artifacts.pdf.loading')}</Loading>;
  if (typeof opened === 'string') return <Refused bytes={bytes} why={opened} />;
  const shown = all ? opened.pages : Math.min(PAGES_SHOWN, opened.pages);
  return (
    <div className="af-stack">
      {shown < opened.pages ? (
        <div className="af-bar">
          <span className="t3">{t('artifacts.pdf.cut', { shown, total: opened.pages })}</span>
          <Button size="s" onClick={() => setAll(true)}>
            {t('artifacts.pdf.showAll')}
          </Button>
        </div>
      ) : null}
      <PdfPages pdf={opened} count={shown} name={name} />
    </div>
  );
}

/** A PDF as long as it is shown; undefined until it was read. */
function usePdf(bytes: Uint8Array | undefined): Pdf | PdfTrouble | undefined {
  const [state, setState] = useState<{ bytes: Uint8Array; opened: Pdf | PdfTrouble }>();
  useEffect(() => {
    if (!bytes) return;
    let stale = false;
    let close: (() => void) | undefined;
    void import('./pdf.ts').then(async ({ openPdf }) => {
      if (stale) return;
      const opened = await openPdf(bytes);
      if (typeof opened !== 'string') {
        if (stale) return opened.close();
        close = opened.close;
      }
      if (!stale) setState({ bytes, opened });
    });
    return () => {
      stale = true;
      close?.();
    };
  }, [bytes]);
  return state?.bytes === bytes ? state?.opened : undefined;
}

function Refused({ bytes, why }: { bytes: Uint8Array; why: PdfTrouble | 'open' | 'part' }) {
  return (
    <div className="af-stack" data-testid="pdf-refused" data-state={why}>
      <p className="af-pad af-remark t2">
        <Icon name="info" /> {t(`artifacts.pdf.${why}`)}
      </p>
      <HexView bytes={bytes} base={0} />
    </div>
  );
}
