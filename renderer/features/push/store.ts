import { createStore, useStore } from 'zustand';
import type { A2AError } from '../../../shared/a2a/errors.ts';
import type { OutcomeView } from '../../../shared/contract/views.ts';
import type { Reply, Trouble } from '../../../shared/lib/result.ts';
import type { OperationName } from '../../../shared/model/operation.ts';
import type { TaskPushNotificationConfig } from '../../../shared/model/push.ts';
import { runCall } from '../../state/calls.ts';
import { t } from '../../strings/index.ts';

export type Failure = Trouble & { a2a?: A2AError };

/** Configurations of one task, as far as the agent told of them. */
export interface ConfigList {
  /** `known`: made or read here, and the agent was not asked for all of them. */
  state: 'unknown' | 'known' | 'listed';
  busy: boolean;
  configs: TaskPushNotificationConfig[];
  /** The agent has more of them. */
  next?: string;
  failure?: Failure;
}

interface PushState {
  /** Task chosen for each agent. */
  tasks: Record<string, string>;
  lists: Record<string, ConfigList>;
}

const NOTHING: ConfigList = { state: 'unknown', busy: false, configs: [] };

const store = createStore<PushState>(() => ({ tasks: {}, lists: {} }));

export const useChosenTask = (agent: string): string => useStore(store, ({ tasks }) => tasks[agent] ?? '');

export const chooseTask = (agent: string, task: string): void =>
  store.setState(({ tasks }) => ({ tasks: { ...tasks, [agent]: task } }));

const keyOf = (agent: string, task: string): string => JSON.stringify([agent, task]);

export const useConfigs = (agent: string, task: string): ConfigList =>
  useStore(store, ({ lists }) => lists[keyOf(agent, task)] ?? NOTHING);

function change(agent: string, task: string, next: (list: ConfigList) => ConfigList): void {
  const key = keyOf(agent, task);
  store.setState(({ lists }) => ({ lists: { ...lists, [key]: next(lists[key] ?? NOTHING) } }));
}

/** Puts a configuration into the list: in the place of the one with its id, or at the end. */
function keep(agent: string, task: string, config: TaskPushNotificationConfig): void {
  change(agent, task, (list) => {
    const at = list.configs.findIndex(({ id }) => id === config.id);
    const configs =
      at < 0 ? [...list.configs, config] : list.configs.map((one, index) => (index === at ? config : one));
    return { ...list, state: list.state === 'listed' ? 'listed' : 'known', configs };
  });
}

const drop = (agent: string, task: string, id: string): void =>
  change(agent, task, (list) => ({ ...list, configs: list.configs.filter((one) => one.id !== id) }));

/** Why a call brought no usable answer. */
function failureOf(reply: Reply<OutcomeView>): Failure | undefined {
  if (!reply.ok) return reply.error;
  const { outcome, error } = reply.value;
  if (error) return error;
  return outcome === 'aborted' ? { code: 'aborted', message: t('push.aborted') } : undefined;
}

async function run(
  agent: string,
  task: string,
  operation: OperationName,
  request: Record<string, unknown>,
  take: (reading: OutcomeView['reading']) => boolean,
  /** Told beside the list; otherwise whoever asked tells it. */
  told = true,
): Promise<Failure | undefined> {
  change(agent, task, ({ failure: _gone, ...list }) => ({ ...list, busy: true }));
  const reply = await runCall(agent, operation, request);
  const failed = failureOf(reply);
  const taken = !failed && reply.ok && take(reply.value.reading);
  const failure = failed ?? (taken ? undefined : { code: 'protocol' as const, message: t('push.unreadable') });
  change(agent, task, (list) => ({ ...list, busy: false, ...(told && failure && { failure }) }));
  return failure;
}

const tenantOf = (tenant: string | undefined) => (tenant ? { tenant } : {});

/** Asks for the configurations of a task, or for the next page of them. */
export const listConfigs = (agent: string, taskId: string, tenant: string, pageToken?: string) =>
  run(
    agent,
    taskId,
    'ListTaskPushNotificationConfigs',
    { taskId, ...tenantOf(tenant), ...(pageToken && { pageToken }) },
    (reading) => {
      if (reading?.type !== 'pushes') return false;
      const { configs, nextPageToken } = reading.list;
      change(agent, taskId, ({ next: _last, ...list }) => ({
        ...list,
        state: 'listed',
        configs: pageToken ? [...list.configs, ...configs] : configs,
        ...(nextPageToken && { next: nextPageToken }),
      }));
      return true;
    },
  );

/** Hands a configuration to the agent, and gives the id it has there; one with the same id is replaced. */
export async function createConfig(
  agent: string,
  taskId: string,
  config: object,
): Promise<{ failure: Failure | undefined; id?: string }> {
  let id: string | undefined;
  const failure = await run(
    agent,
    taskId,
    'CreateTaskPushNotificationConfig',
    { taskId, ...config },
    (reading) => {
      if (reading?.type !== 'push') return false;
      keep(agent, taskId, reading.config);
      id = reading.config.id;
      return true;
    },
    false,
  );
  return { failure, ...(id && { id }) };
}

/** Reads one again. */
export const readConfig = (agent: string, taskId: string, { id, tenant }: TaskPushNotificationConfig) =>
  run(agent, taskId, 'GetTaskPushNotificationConfig', { taskId, id, ...tenantOf(tenant) }, (reading) => {
    if (reading?.type !== 'push') return false;
    keep(agent, taskId, reading.config);
    return true;
  });

export const deleteConfig = (agent: string, taskId: string, { id = '', tenant }: TaskPushNotificationConfig) =>
  run(agent, taskId, 'DeleteTaskPushNotificationConfig', { taskId, id, ...tenantOf(tenant) }, () => {
    drop(agent, taskId, id);
    return true;
  });
