import { type ReactNode, useState } from 'react';
import type { ReceiverView } from '../../../shared/contract/receiver.ts';
import type { AgentView } from '../../../shared/contract/views.ts';
import type { Trouble } from '../../../shared/lib/result.ts';
import { CallError } from '../../state/bridge.ts';
import { useAgents, useCard } from '../../state/queries.ts';
import { addressFor, moveReceiver, useReceiver } from '../../state/receiver.ts';
import { changeStart, startInput } from '../../state/receiver-start.ts';
import type { Place } from '../../state/selection.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Empty } from '../../ui/Notice.tsx';
import { LateLoading } from '../../views/LateLoading.tsx';
import { isHere } from '../../views/push/warnings.ts';
import { TroubleNotice } from '../../views/Trouble.tsx';
import { ConfigForm } from './ConfigForm.tsx';
import { ConfigTable } from './ConfigTable.tsx';
import { DeliveryTables } from './DeliveryTables.tsx';
import { ReceiverBox } from './ReceiverBox.tsx';
import { useChosenTask, useConfigs } from './store.ts';
import { TaskField } from './TaskField.tsx';
import { useConfigForm } from './use-config-form.ts';
import { useDeliveries } from './use-deliveries.ts';
import './push.css';

/** The Push tab of an agent, where a task is chosen first, or of a task. */
export function PushPanel({ place }: { place: Place }) {
  if (place.kind === 'agent') return <AgentPage key={place.agent} agentId={place.agent} />;
  if (place.kind !== 'task') return null;
  return <Loaded key={`${place.agent} ${place.task}`} agentId={place.agent} task={place.task} />;
}

function AgentPage({ agentId }: { agentId: string }) {
  const task = useChosenTask(agentId);
  return <Loaded agentId={agentId} task={task} choice={<TaskField agent={agentId} />} />;
}

interface LoadedProps {
  agentId: string;
  task: string;
  choice?: ReactNode;
}

function Loaded({ agentId, task, choice }: LoadedProps) {
  const agent = useAgents().data?.find((one) => one.id === agentId);
  const receiver = useReceiver();
  return (
    <div className="push-page" data-testid="push-page">
      {agent && receiver.data ? (
        <Page agent={agent} receiver={receiver.data} task={task} choice={choice} />
      ) : receiver.error instanceof CallError ? (
        <TroubleNotice panel="push" trouble={receiver.error.trouble} here />
      ) : (
        <LateLoading panel="push">{t('push.loading')}</LateLoading>
      )}
    </div>
  );
}

interface PageProps {
  agent: AgentView;
  receiver: ReceiverView;
  task: string;
  choice: ReactNode;
}

function Page({ agent, receiver, task, choice }: PageProps) {
  const [trouble, setTrouble] = useState<Trouble>();
  const deliveries = useDeliveries(agent.id, task);
  return (
    <>
      <Reach agent={agent} receiver={receiver} onTrouble={setTrouble} />
      <div className="push-columns">
        <div className="push-column">
          {choice}
          {task === '' ? (
            <Empty panel="push">{t('push.task.empty')}</Empty>
          ) : (
            <Configurations key={task} agent={agent} receiver={receiver} task={task} onTrouble={setTrouble} />
          )}
        </div>
        <div className="push-column">
          <ReceiverBox agent={agent.id} view={receiver} trouble={trouble} onTrouble={setTrouble} />
        </div>
      </div>
      <DeliveryTables {...deliveries} />
    </>
  );
}

interface ConfigurationsProps extends Omit<PageProps, 'choice'> {
  onTrouble(trouble: Trouble | undefined): void;
}

function Configurations({ agent, receiver, task, onTrouble }: ConfigurationsProps) {
  const card = useCard(agent.id).data;
  const list = useConfigs(agent.id, task);
  const form = useConfigForm(agent.id, task, agent.negotiated?.dialect ?? '1.0');
  const [starting, setStarting] = useState(false);
  const isReceiver = (url: string) => receiver.registrations.some((one) => one.url === url);
  const fillIn = async () => {
    setStarting(true);
    onTrouble(undefined);
    const reply = await addressFor(agent.id, task, startInput());
    setStarting(false);
    if (!reply.ok) return onTrouble(reply.error);
    form.change({ url: reply.value.url ?? '', token: reply.value.token }, 'receiver');
  };
  return (
    <>
      <ConfigTable
        agent={agent.id}
        task={task}
        tenant={form.draft.tenant}
        list={list}
        isReceiver={isReceiver}
        onEdit={(config) => form.edit(config, isReceiver(config.url))}
      />
      <ConfigForm
        agent={agent}
        card={card}
        task={task}
        form={form}
        list={list}
        starting={starting}
        isReceiver={isReceiver}
        onReceiver={() => void fillIn()}
      />
    </>
  );
}

interface ReachProps {
  agent: AgentView;
  receiver: ReceiverView;
  onTrouble(trouble: Trouble | undefined): void;
}

/** An agent elsewhere gets to this computer in no way it would find by itself. */
function Reach({ agent, receiver, onTrouble }: ReachProps) {
  const { state, loopback, publicUrl, lan } = receiver;
  if (isHere(agent.url) || state !== 'listening' || !loopback || publicUrl !== undefined) return null;
  const [first] = lan;
  const move = async (address: string) => {
    changeStart({ address });
    const reply = await moveReceiver({ address });
    onTrouble(reply.ok ? undefined : reply.error);
  };
  return (
    <div className="push-reach" role="note" data-testid="push-reach">
      <Icon name="info" className="tone-info" />
      <span className="grow">{t('push.reach', { host: agent.host })}</span>
      {first ? (
        <Button size="s" onClick={() => void move(first)}>
          {t('push.reach.use', { address: first })}
        </Button>
      ) : null}
    </div>
  );
}
