import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { DoctorStep, DoctorView } from '../../../shared/contract/views.ts';
import { ask, CallError } from '../../state/bridge.ts';
import { queryClient, useDoctor } from '../../state/queries.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Empty } from '../../ui/Notice.tsx';
import { formatDuration, showHidden } from '../../ui/text.ts';
import { clockText } from '../../views/clock.ts';
import { TroubleNotice } from '../../views/Trouble.tsx';
import { Facts } from './Facts.tsx';
import { complaints, opensByItself, summaryOf, VERDICTS } from './view-model.ts';

/** The connection test: a button, what it came to, and every step with its evidence. */
export function Doctor({ agentId }: { agentId: string }) {
  const query = useDoctor(agentId);
  const start = useMutation({
    mutationFn: () => ask('doctor.start', { agent: agentId }),
    onSuccess: (view) => queryClient.setQueryData(['doctor', agentId], view),
  });
  const stop = useMutation({ mutationFn: () => ask('doctor.stop', { agent: agentId }) });
  const report = query.data ?? undefined;
  const running = report?.state === 'running';
  return (
    <div className="doctor" data-testid="doctor" data-state={report?.state ?? 'idle'} data-started={report?.started}>
      <div className="doctor-head">
        <h2>{t('doctor.title')}</h2>
        <span className="doctor-summary" role="status">
          {report ? <Summary report={report} /> : null}
        </span>
        {running ? (
          <Button size="s" icon="close" data-testid="doctor-stop" onClick={() => stop.mutate()}>
            {t('doctor.stop')}
          </Button>
        ) : (
          <Button
            size="s"
            icon="zap"
            look={report ? 'plain' : 'primary'}
            data-testid="doctor-start"
            disabled={start.isPending}
            onClick={() => start.mutate()}
          >
            {report ? t('doctor.again') : t('doctor.start')}
          </Button>
        )}
      </div>
      {start.error instanceof CallError ? <TroubleNotice panel="doctor" trouble={start.error.trouble} /> : null}
      {report?.outdated ? <p className="doctor-outdated">{t('doctor.outdated')}</p> : null}
      {report ? (
        <ol className="doctor-steps" data-outdated={report.outdated === true}>
          {report.steps.map((step) => (
            <Step key={`${report.started} ${step.id}`} step={step} report={report} />
          ))}
        </ol>
      ) : query.isPending ? null : (
        <Empty panel="doctor">{t('doctor.empty')}</Empty>
      )}
    </div>
  );
}

function Summary({ report }: { report: DoctorView }) {
  const summary = summaryOf(report);
  const look = VERDICTS[summary === 'stopped' ? 'skipped' : summary];
  return (
    <>
      <span className={look.tone}>
        <Icon name={look.icon} spin={look.spin ?? false} />
      </span>
      <span className="cut">{t(`doctor.summary.${summary}`, { count: complaints(report) })}</span>
      {report.state === 'running' ? null : (
        <span className="t3 doctor-when">{t('doctor.tested', { time: clockText(Date.parse(report.started)) })}</span>
      )}
    </>
  );
}

function Step({ step, report }: { step: DoctorStep; report: DoctorView }) {
  const [chosen, setChosen] = useState<boolean>();
  const { id, verdict, message, next, ms, facts } = step;
  const look = VERDICTS[verdict];
  const name = t(`doctor.step.${id}`);
  const open = facts.length > 0 && (chosen ?? opensByItself(step, report));
  return (
    <li className="doctor-step" data-testid="doctor-step" data-step={id} data-state={verdict}>
      <button
        type="button"
        className="doctor-line"
        aria-expanded={open}
        aria-controls={open ? `doctor-${id}` : undefined}
        disabled={facts.length === 0}
        onClick={() => setChosen(!open)}
      >
        <span className={`doctor-glyph ${look.tone}`}>
          <Icon name={look.icon} spin={look.spin ?? false} />
          <span className="visually-hidden">{t(`doctor.verdict.${verdict}`)}</span>
        </span>
        <b className="doctor-name">{name}</b>
        <span className={verdict === 'skipped' ? 'doctor-says t3' : 'doctor-says'}>{showHidden(message)}</span>
        <span className="doctor-ms t3">{ms !== undefined && verdict !== 'skipped' ? formatDuration(ms) : ''}</span>
        <span className="doctor-twisty">
          {facts.length > 0 ? <Icon name={open ? 'chevron-down' : 'chevron-right'} size={12} /> : null}
        </span>
      </button>
      {next ? (
        <p className="doctor-next" data-testid="doctor-next">
          <Icon name="arrow-right" size={12} className="tone-info" />
          <span>{t('doctor.next', { what: showHidden(next) })}</span>
        </p>
      ) : null}
      {open ? (
        <section className="doctor-facts" id={`doctor-${id}`} aria-label={t('doctor.evidence', { step: name })}>
          <Facts facts={facts} />
        </section>
      ) : null}
    </li>
  );
}
