import type { ReactNode } from 'react';
import type { Reading } from '../../../shared/a2a/reduce/reading.ts';
import type { EntryView } from '../../../shared/contract/views.ts';
import type { HeaderLines } from '../../../shared/model/entry.ts';
import type { Message } from '../../../shared/model/message.ts';
import type { Task } from '../../../shared/model/task.ts';
import { newLens } from '../../state/lenses.ts';
import { rowOfSeq } from '../../state/log.ts';
import { hasString, t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { ContextMenu } from '../../ui/Menu.tsx';
import { formatBytes, oneLine, showHidden } from '../../ui/text.ts';
import { EnterCredentials } from '../../views/EnterCredentials.tsx';
import { Findings } from '../../views/Findings.tsx';
import { IdText } from '../../views/IdText.tsx';
import { JsonBlock } from '../../views/JsonBlock.tsx';
import { Parts } from '../../views/Parts.tsx';
import { Sections } from '../../views/Sections.tsx';
import { StateTag } from '../../views/StateTag.tsx';
import { A2AErrorNotice, TroubleNotice } from '../../views/Trouble.tsx';
import { DeliveryFacts } from './DeliveryFacts.tsx';

/** The event in words: facts first, then content, then what the lenses and rules found. */
export function Rendered({ view }: { view: EntryView }) {
  return (
    <>
      <EntryFacts view={view} />
      {view.reading ? <ReadingView reading={view.reading} view={view} /> : null}
      <ReadByLenses view={view} />
      {view.issues.length > 0 ? (
        <section className="block">
          <div className="block-title">{t('inspector.findings')}</div>
          <Findings issues={view.issues} />
        </section>
      ) : null}
    </>
  );
}

/** What the lenses made of the event, and the way to a lens for what none of them reads. */
function ReadByLenses({ view }: { view: EntryView }) {
  if (!view.sections.some(({ kind }) => kind === 'other')) return <Sections sections={view.sections} />;
  const begin = () => void newLens(view.entry.seq);
  return (
    <ContextMenu items={[{ id: 'lens', label: t('lenses.fromEvent'), icon: 'eye', onSelect: begin }]}>
      <div className="inspector-sections">
        <Sections sections={view.sections} />
        <div>
          <Button size="s" icon="eye" data-testid="lens-from-event" onClick={begin}>
            {t('lenses.fromEvent')}
          </Button>
        </div>
      </div>
    </ContextMenu>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

function EntryFacts({ view }: { view: EntryView }) {
  const entry = view.entry;
  switch (entry.kind) {
    case 'request':
      return (
        <>
          <dl className="kv">
            <Fact name={t('inspector.operation')}>
              <span className="mono">{entry.operation}</span>
            </Fact>
            <Fact name={t('inspector.method')}>
              <span className="mono">{entry.method}</span>
            </Fact>
            <Fact name={t('inspector.address')}>
              <span className="mono">{showHidden(entry.url)}</span>
            </Fact>
            {entry.dialect ? (
              <Fact
                name={t('inspector.protocol')}
              >{`A2A ${entry.dialect}${entry.binding ? ` · ${entry.binding}` : ''}`}</Fact>
            ) : null}
          </dl>
          <Headers headers={entry.headers} />
          {entry.body.masked?.length ? (
            <p className="hint">{t('inspector.masked', { count: entry.body.masked.length })}</p>
          ) : null}
        </>
      );
    case 'head':
      return (
        <>
          <dl className="kv">
            <Fact name={t('inspector.status')}>
              <span className="mono">{`${entry.status} ${entry.statusText}`.trim()}</span>
            </Fact>
          </dl>
          {entry.status === 401 || entry.status === 403 ? <EnterCredentials agent={view.row.agent} /> : null}
          <Headers headers={entry.headers} />
        </>
      );
    case 'end': {
      const cause = `cause.${entry.cause}`;
      return (
        <>
          <dl className="kv">
            <Fact name={t('inspector.cause')}>{hasString(cause) ? t(cause) : entry.cause}</Fact>
            <Fact name={t('inspector.bytes')}>
              <span title={String(entry.bytes)}>{formatBytes(entry.bytes)}</span>
            </Fact>
          </dl>
          {entry.error ? <TroubleNotice panel="inspector-end" trouble={entry.error} agent={view.row.agent} /> : null}
        </>
      );
    }
    case 'delivery':
      return (
        <>
          <DeliveryFacts entry={entry} row={rowOfSeq(view.row.seq) ?? view.row} />
          <Headers headers={entry.headers} />
        </>
      );
    case 'note':
      return <JsonBlock value={{ what: entry.what, ...entry.detail }} label={t('inspector.note')} />;
    case 'frame':
      return null;
  }
}

const Headers = ({ headers }: { headers: HeaderLines }) => (
  <section className="block">
    <div className="block-title">{t('inspector.headers')}</div>
    <dl className="kv kv-headers">
      {headers.map(([name, value], index) => (
        <Fact key={`${name}-${String(index)}`} name={name}>
          <span className="mono">{showHidden(value)}</span>
        </Fact>
      ))}
    </dl>
  </section>
);

function ReadingView({ reading, view }: { reading: Reading; view: EntryView }) {
  switch (reading.type) {
    case 'event': {
      const { task, message, statusUpdate, artifactUpdate } = reading.event;
      if (task) return <TaskFacts task={task} />;
      if (message) return <MessageView message={message} />;
      if (statusUpdate)
        return (
          <>
            <dl className="kv">
              <Fact name={t('inspector.state')}>
                <StateTag state={String(statusUpdate.status?.state)} still />
              </Fact>
              <Ids {...statusUpdate} />
            </dl>
            {statusUpdate.status?.message ? <MessageView message={statusUpdate.status.message} /> : null}
          </>
        );
      if (artifactUpdate)
        return (
          <>
            <dl className="kv">
              <Fact name={t('inspector.artifact')}>
                <span title={artifactUpdate.artifact?.artifactId}>
                  {oneLine(artifactUpdate.artifact?.name ?? String(artifactUpdate.artifact?.artifactId))}
                </span>
              </Fact>
              <Ids {...artifactUpdate} />
            </dl>
            <p className="hint">
              {artifactUpdate.append ? t('inspector.artifact.append') : t('inspector.artifact.replace')}
              {artifactUpdate.lastChunk ? ` · ${t('inspector.artifact.last')}` : ''}
            </p>
            <Parts parts={artifactUpdate.artifact?.parts ?? []} />
          </>
        );
      return null;
    }
    case 'task':
      return <TaskFacts task={reading.task} />;
    case 'tasks':
      return (
        <>
          <p className="hint">
            {t('inspector.tasks.count', {
              count: reading.list.tasks.length,
              total: reading.list.totalSize ?? reading.list.tasks.length,
            })}
          </p>
          {reading.list.tasks.map((task) => (
            <div key={task.id} className="hflex">
              <StateTag state={task.status.state} still />
              <IdText id={task.id} />
            </div>
          ))}
        </>
      );
    case 'push':
      return <JsonBlock value={reading.config} label={t('inspector.answer')} />;
    case 'pushes':
      return <JsonBlock value={reading.list} label={t('inspector.answer')} />;
    case 'card':
      return <JsonBlock value={reading.card} label={t('inspector.answer')} />;
    case 'empty':
      return <p className="hint">{t('inspector.empty.result')}</p>;
    case 'error':
      return <A2AErrorNotice panel="inspector-error" error={reading.error} agent={view.row.agent} />;
    case 'unreadable':
      return (
        <TroubleNotice
          panel="inspector-error"
          trouble={{ code: 'json', message: reading.message, ...(view.data ? { detail: view.data } : {}) }}
        />
      );
    case 'sent':
      return reading.message ? <MessageView message={reading.message} /> : null;
    case 'ended':
      return null;
    case 'quiet':
      return <p className="hint">{t('inspector.quiet')}</p>;
  }
}

const Ids = ({ taskId, contextId }: { taskId?: string; contextId?: string }) => (
  <>
    {taskId ? (
      <Fact name={t('inspector.task')}>
        <IdText id={taskId} />
      </Fact>
    ) : null}
    {contextId ? (
      <Fact name={t('inspector.context')}>
        <IdText id={contextId} />
      </Fact>
    ) : null}
  </>
);

const MessageView = ({ message }: { message: Message }) => (
  <section className="block">
    <div className="block-title">{t('inspector.message')}</div>
    <Parts parts={message.parts ?? []} />
    {message.metadata ? <JsonBlock value={message.metadata} label={t('inspector.metadata')} /> : null}
  </section>
);

const TaskFacts = ({ task }: { task: Task }) => (
  <>
    <dl className="kv">
      <Fact name={t('inspector.state')}>
        <StateTag state={String(task.status?.state)} still />
      </Fact>
      <Ids taskId={task.id} {...(task.contextId ? { contextId: task.contextId } : {})} />
      {task.history ? (
        <Fact name={t('inspector.history')}>{t('inspector.history.count', { count: task.history.length })}</Fact>
      ) : null}
      {task.artifacts ? (
        <Fact name={t('inspector.artifact')}>{t('inspector.artifacts.count', { count: task.artifacts.length })}</Fact>
      ) : null}
    </dl>
    {task.status?.message ? <MessageView message={task.status.message} /> : null}
    {(task.artifacts ?? []).map((artifact) => (
      <section className="block" key={artifact.artifactId}>
        <div className="block-title">{oneLine(artifact.name ?? artifact.artifactId)}</div>
        <Parts parts={artifact.parts ?? []} />
      </section>
    ))}
    {task.metadata ? <JsonBlock value={task.metadata} label={t('inspector.metadata')} /> : null}
  </>
);
