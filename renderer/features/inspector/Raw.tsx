import { useState } from 'react';
import type { EntryView } from '../../../shared/contract/views.ts';
import { ask } from '../../state/bridge.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Code } from '../../ui/Code.tsx';
import { CopyButton } from '../../ui/Copy.tsx';
import { Empty } from '../../ui/Notice.tsx';
import { formatBytes, showHidden } from '../../ui/text.ts';
import { fromBase64, hexLines } from '../../views/hex.ts';
import { headLines } from './view-model.ts';

/** Characters laid out at first; a click adds as many. */
const PAGE_CHARS = 100_000;

/** The bytes as they crossed the wire; nothing is re-made from decoded objects. */
export function Raw({ view, session }: { view: EntryView; session: string }) {
  const [shown, setShown] = useState(PAGE_CHARS);
  const head = headLines(view);
  const body = 'body' in view.entry ? view.entry.body : undefined;
  if (!head && !body?.bytes) return <Empty panel="inspector-raw">{t('inspector.noraw')}</Empty>;
  const text = body?.base64 === undefined ? (body?.text ?? '') : hexLines(fromBase64(body.base64));
  const whole = async () =>
    view.bodyCut
      ? (await ask('entries.body', { session, seq: view.entry.seq, offset: 0, length: Number.MAX_SAFE_INTEGER })).text
      : (body?.text ?? text);
  return (
    <>
      {head ? (
        <section className="block">
          <div className="block-title">
            {t('inspector.headers')}
            <span className="end">
              <CopyButton text={head} label={t('copy.copy')} doneLabel={t('copy.done')} />
            </span>
          </div>
          <Code>{showHidden(head)}</Code>
        </section>
      ) : null}
      {body?.bytes ? (
        <section className="block block-fill">
          <div className="block-title">
            {t('inspector.body')}
            <span className="end">
              <CopyButton text={whole} label={t('copy.copy')} doneLabel={t('copy.done')} />
            </span>
          </div>
          {body.base64 === undefined ? null : <p className="hint">{t('inspector.notutf8')}</p>}
          <Code className="raw-body" data-testid="raw-body">
            {showHidden(text.slice(0, shown))}
          </Code>
          {text.length > shown || view.bodyCut ? (
            <div className="hflex">
              <span className="hint">
                {t('inspector.rawcut', {
                  shown: formatBytes(Math.min(shown, text.length)),
                  total: formatBytes(body.bytes),
                })}
              </span>
              {text.length > shown ? (
                <Button size="s" onClick={() => setShown(shown + PAGE_CHARS)}>
                  {t('inspector.loadmore')}
                </Button>
              ) : null}
            </div>
          ) : null}
        </section>
      ) : null}
    </>
  );
}
