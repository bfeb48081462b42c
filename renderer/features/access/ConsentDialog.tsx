import { type ConsentQuestion, useConsentQuestion } from '../../state/consent.ts';
import { useAgents } from '../../state/queries.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Code } from '../../ui/Code.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { oneLine, showHidden } from '../../ui/text.ts';
import { Rich } from './Rich.tsx';
import './consent.css';

/** Asks before credentials go to another origin than the one they were entered for. */
export function ConsentDialog() {
  const question = useConsentQuestion();
  return question ? <Question key={`${question.needed.from} ${question.needed.to}`} question={question} /> : null;
}

function Question({ question }: { question: ConsentQuestion }) {
  const { agent: id, from, to, what, because, url } = question.needed;
  const agent = useAgents().data?.find((one) => one.id === id);
  return (
    <Dialog
      open
      title={t('consent.title')}
      onClose={() => question.answer(undefined)}
      actions={
        <>
          <Button autoFocus data-testid="consent-cancel" onClick={() => question.answer(undefined)}>
            {t('action.cancel')}
          </Button>
          <Button data-testid="consent-without" onClick={() => question.answer('without')}>
            {t('consent.without')}
          </Button>
          <Button look="danger" data-testid="consent-send" onClick={() => question.answer('send')}>
            {t('consent.send')}
          </Button>
        </>
      }
    >
      <div className="consent" data-testid="consent" data-from={from} data-to={to} data-because={because}>
        <p>{t(`consent.because.${because}`, { name: agent?.name ?? id })}</p>
        <dl className="consent-origins">
          <dt>{t('consent.from')}</dt>
          <dd className="mono">{showHidden(from)}</dd>
          <dt>{t('consent.to')}</dt>
          <dd className="mono consent-to">{showHidden(to)}</dd>
          <dt>{t('consent.what')}</dt>
          <dd>{what.map(oneLine).join(', ')}</dd>
        </dl>
        <p className="hint">
          <Rich text="consent.explain" chips={{ to: <b className="mono">{showHidden(to)}</b> }} />
        </p>
        <div>
          <p className="label">{t('consent.url')}</p>
          <Code>{showHidden(url)}</Code>
        </div>
        <p className="hint">{t('consent.remembered')}</p>
      </div>
    </Dialog>
  );
}
