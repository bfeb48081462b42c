import { type FormEvent, useRef, useState } from 'react';
import type { AgentView } from '../../../shared/contract/views.ts';
import type { Trouble } from '../../../shared/lib/result.ts';
import { ageText } from '../../state/age.ts';
import { addAgent, addSampleAgent, removeAgent } from '../../state/agents.ts';
import { useAppInfo, useSessions } from '../../state/queries.ts';
import { goTo } from '../../state/selection.ts';
import { newestFirst, sessionTitle } from '../../state/session-title.ts';
import { importSession, showSession } from '../../state/sessions.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { FilePicker, type FilePickerHandle } from '../../ui/FilePicker.tsx';
import { takeFocus } from '../../ui/focus.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Mark } from '../../ui/Mark.tsx';
import { Loading } from '../../ui/Notice.tsx';
import { formatBytes } from '../../ui/text.ts';
import { TroubleNotice } from '../../views/Trouble.tsx';
import { hostOf, withScheme } from './address.ts';
import { Lanes } from './Lanes.tsx';
import './start.css';

/** Kept sessions offered here; all of them are in the rail. */
const RECENT = 5;

type Progress =
  | { step: 'idle' }
  | { step: 'reading'; host: string }
  | { step: 'sample' }
  | { step: 'failed'; trouble: Trouble; agent?: AgentView };

/** First page: connect, try the sample agent, or open what was recorded. */
export function Start() {
  const [address, setAddress] = useState('');
  const [progress, setProgress] = useState<Progress>({ step: 'idle' });
  const busy = progress.step === 'reading' || progress.step === 'sample';

  const settle = (reply: Awaited<ReturnType<typeof addAgent>>) => {
    if (!reply.ok) return setProgress({ step: 'failed', trouble: reply.error });
    if (reply.value.error) return setProgress({ step: 'failed', trouble: reply.value.error, agent: reply.value });
    setProgress({ step: 'idle' });
    goTo({ kind: 'agent', agent: reply.value.id }, 'card');
  };
  const connect = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || address.trim() === '') return;
    const url = withScheme(address);
    setProgress({ step: 'reading', host: hostOf(url) });
    settle(await addAgent(url));
  };
  const sample = async () => {
    setProgress({ step: 'sample' });
    settle(await addSampleAgent());
  };

  return (
    <div className="start" data-testid="start">
      <div className="start-column">
        <header className="start-head">
          <Mark size={48} />
          <div>
            <h1>{t('start.title')}</h1>
            <p className="t2">{t('start.lead')}</p>
          </div>
        </header>
        <form className="start-connect" onSubmit={(event) => void connect(event)}>
          <input
            className="field mono start-address"
            aria-label={t('start.address')}
            placeholder={t('start.address.example')}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            data-testid="address"
            ref={takeFocus}
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
          <Button
            look="primary"
            size="l"
            icon="arrow-right"
            keys="↵"
            type="submit"
            disabled={busy}
            data-testid="connect"
          >
            {progress.step === 'reading' ? t('start.connecting') : t('start.connect')}
          </Button>
          <p className="hint">{t('start.detect')}</p>
        </form>
        {progress.step === 'reading' ? (
          <Loading panel="start">{t('start.reading', { host: progress.host })}</Loading>
        ) : null}
        {progress.step === 'failed' ? (
          <Failure progress={progress} onGone={() => setProgress({ step: 'idle' })} />
        ) : null}
        <section className="card-box start-sample">
          <div className="vflex">
            <h2>{t('start.sample.title')}</h2>
            <p className="t2">{t('start.sample.text')}</p>
            <Button look="primary" icon="play" disabled={busy} data-testid="start-sample" onClick={() => void sample()}>
              {progress.step === 'sample' ? t('start.sample.starting') : t('start.sample.verb')}
            </Button>
          </div>
          <Lanes />
        </section>
        <OpenSession onTrouble={(trouble) => setProgress({ step: 'failed', trouble })} />
        <p className="hint">{t('start.hint')}</p>
      </div>
    </div>
  );
}

interface FailureProps {
  progress: Extract<Progress, { step: 'failed' }>;
  onGone(): void;
}

function Failure({ progress, onGone }: FailureProps) {
  const { agent, trouble } = progress;
  return (
    <div className="card-box start-failure">
      <TroubleNotice panel="start" trouble={trouble} agent={agent?.id} />
      {agent ? (
        <div className="start-failure-actions">
          <span className="hint grow">{t('start.failed', { name: agent.name })}</span>
          <Button size="s" onClick={() => goTo({ kind: 'agent', agent: agent.id }, 'card')}>
            {t('start.open')}
          </Button>
          <Button
            size="s"
            onClick={() => {
              void removeAgent(agent.id);
              onGone();
            }}
          >
            {t('start.remove')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function OpenSession({ onTrouble }: { onTrouble(trouble: Trouble): void }) {
  const dialogs = useAppInfo().data?.capabilities.dialogs === true;
  const kept = newestFirst(useSessions().data ?? [])
    .filter((session) => !session.live)
    .slice(0, RECENT);
  const picker = useRef<FilePickerHandle>(null);
  const take = async (reply: ReturnType<typeof importSession>) => {
    const came = await reply;
    if (!came.ok) onTrouble(came.error);
  };
  return (
    <section className="card-box start-session">
      <div className="start-session-head">
        <span className="t2">
          <Icon name="session" size={16} />
        </span>
        <div className="grow">
          <h3>{t('start.session.title')}</h3>
          <p className="hint">{t('start.session.text')}</p>
        </div>
        <Button icon="external" onClick={() => (dialogs ? void take(importSession()) : picker.current?.open())}>
          {t('action.open')}
        </Button>
        <FilePicker ref={picker} onFile={(file) => void take(importSession(file))} />
      </div>
      {kept.length > 0 ? (
        <ul className="start-recent" aria-label={t('start.recent')}>
          {kept.map((session) => (
            <li key={session.id}>
              <button type="button" className="start-recent-row" onClick={() => void take(showSession(session))}>
                <span className="cut grow">{sessionTitle(session)}</span>
                <span className="t3">{formatBytes(session.bytes)}</span>
                <span className="t3 start-age">{ageText(Date.parse(session.started))}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
