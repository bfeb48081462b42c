import { useMemo } from 'react';
import { t } from '../../../strings/index.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { inertPage } from './html-frame.ts';

/** Characters of a page that is laid out. */
const PAGE_CHARS = 4_000_000;

/** A page of an agent in a frame without scripts, network and origin. */
export function HtmlPage({ text, name }: { text: string; name: string }) {
  const { html, removed } = useMemo(() => inertPage(text.slice(0, PAGE_CHARS)), [text]);
  return (
    <div className="af-html">
      <p className="af-remark t3" data-testid="html-removed" data-count={removed}>
        <Icon name="shield" /> {t('artifacts.html.safe', { count: removed })}
      </p>
      <iframe title={t('artifacts.html.frame', { name })} sandbox="" srcDoc={html} data-testid="html-frame" />
    </div>
  );
}
