import { useMemo } from 'react';
import type { AgentView } from '../../shared/contract/views.ts';
import { stateClass } from '../../shared/model/task.ts';
import type { PaletteEntry } from '../features/palette/view-model.ts';
import { chooseAgent } from '../features/rail/Agents.tsx';
import { CONNECTION } from '../features/rail/connection.ts';
import { openAccess } from '../state/access.ts';
import { ageText } from '../state/age.ts';
import { addSampleAgent, disconnectAgent, fetchCard } from '../state/agents.ts';
import { dropStream, stopListening } from '../state/calls.ts';
import { cancelTask } from '../state/cancel.ts';
import { focusComposer } from '../state/compose.ts';
import { stateGlyph } from '../state/glyphs.ts';
import { toggleInspector, toggleRail, toggleWire } from '../state/layout.ts';
import { openLenses } from '../state/lenses.ts';
import { sessionLog } from '../state/log.ts';
import { useAgents, useAppInfo, useSessions } from '../state/queries.ts';
import { goTo, selectionStore } from '../state/selection.ts';
import { listTasks } from '../state/server-tasks.ts';
import { newestFirst, sessionTitle } from '../state/session-title.ts';
import { importSession, showLive, showSession, startSession } from '../state/sessions.ts';
import { setSetting } from '../state/settings.ts';
import { shareSession } from '../state/share.ts';
import { watchTask } from '../state/watches.ts';
import { t } from '../strings/index.ts';
import { oneLine, shortId } from '../ui/text.ts';
import { hintOf } from './keys.ts';
import { openLayer } from './layers.ts';
import { liveTask } from './live-task.ts';

/** Everything the palette offers, made when it opens. */
export function useEntries(): PaletteEntry[] {
  const agents = useAgents().data;
  const sessions = useSessions().data;
  const info = useAppInfo().data;
  return useMemo(() => {
    const entries: PaletteEntry[] = [...taskEntries()];
    for (const agent of agents ?? []) {
      const { icon, tone } = CONNECTION[agent.connection];
      const hint = t('palette.hint.agent', { host: agent.host });
      const run = () => chooseAgent(agent.id);
      entries.push({ id: `agent-${agent.id}`, kind: 'agent', icon, tone, label: agent.name, hint, run });
    }
    for (const session of newestFirst(sessions ?? [])) {
      const hint = session.live
        ? t('palette.hint.session.live')
        : t('palette.hint.session', { age: ageText(Date.parse(session.started)) });
      const run = () => void showSession(session);
      entries.push({
        id: `session-${session.id}`,
        kind: 'session',
        icon: 'session',
        label: sessionTitle(session),
        hint,
        run,
      });
    }
    const agent = agents?.find((one) => one.id === selectionStore.getState().agent);
    return entries.concat(commandEntries(info?.liveSession, info?.capabilities.dialogs === true, agent));
  }, [agents, sessions, info]);
}

/** Newest first, tasks before the contexts they lie in. */
function taskEntries(): PaletteEntry[] {
  const tasks: PaletteEntry[] = [];
  const contexts: PaletteEntry[] = [];
  for (const context of sessionLog().tree.contexts) {
    for (const task of context.tasks) {
      const { id } = task;
      if (id === undefined) continue;
      const glyph = task.state === undefined ? undefined : stateGlyph(task.state);
      tasks.push({
        id: `task-${task.key}`,
        kind: 'task',
        icon: glyph?.icon ?? 'circle-dot',
        tone: glyph?.tone ?? 't2',
        label: oneLine(task.title) || shortId(id),
        hint: t('palette.hint.task', { id: shortId(id) }),
        run: () =>
          goTo({
            kind: 'task',
            agent: task.agent,
            task: id,
            ...(context.id === undefined ? {} : { context: context.id }),
          }),
      });
    }
    const { id } = context;
    if (id === undefined) continue;
    contexts.push({
      id: `context-${context.key}`,
      kind: 'context',
      icon: 'layers',
      label: oneLine(context.title) || shortId(id),
      hint: t('palette.hint.context', { id: shortId(id) }),
      run: () => goTo({ kind: 'context', agent: context.agent, context: id }),
    });
  }
  return [...tasks.reverse(), ...contexts.reverse()];
}

type Command = Omit<PaletteEntry, 'kind'>;

function commandEntries(
  live: string | undefined,
  dialogs: boolean,
  agent: Pick<AgentView, 'id' | 'name' | 'connection'> | undefined,
): PaletteEntry[] {
  const { place } = selectionStore.getState();
  const log = sessionLog();
  const commands: Command[] = [];
  const add = (command: Command | false | undefined) => command && commands.push(command);
  const running = live === log.session ? liveTask(log, place) : undefined;
  const { task, exchange } = running ?? {};
  const kind = stateClass(task?.state);
  add(
    task?.id !== undefined &&
      (kind === 'active' || kind === 'interrupted') && {
        id: 'cancelTask',
        icon: 'square',
        label: t('command.cancelTask'),
        run: () => void cancelTask(task.agent, task.id ?? ''),
      },
  );
  add(
    task?.id !== undefined &&
      !task.live &&
      (kind === 'active' || kind === 'interrupted') && {
        id: 'watchTask',
        icon: 'eye',
        label: t('command.watchTask'),
        run: () => void watchTask(task.agent, task.id ?? ''),
      },
  );
  add(
    exchange !== undefined && {
      id: 'stop',
      icon: 'unplug',
      label: t('command.stop'),
      run: () => stopListening(exchange),
    },
  );
  add(
    exchange !== undefined && {
      id: 'drop',
      icon: 'unplug',
      label: t('wire.drop'),
      run: () => dropStream(exchange),
    },
  );
  add({
    id: 'composer',
    icon: 'send',
    label: t('command.composer'),
    keys: hintOf('composer'),
    run: focusComposer,
  });
  add({
    id: 'addAgent',
    icon: 'plus',
    label: t('command.addAgent'),
    keys: hintOf('addAgent'),
    run: () => goTo({ kind: 'start' }),
  });
  add({ id: 'sampleAgent', icon: 'play', label: t('command.sampleAgent'), run: () => void startSample() });
  if (agent) {
    const named = { agent: agent.name };
    add({
      id: 'fetchCard',
      icon: 'refresh',
      label: t('command.fetchCard', named),
      run: () => void fetchCard(agent.id),
    });
    add(
      agent.connection !== 'idle' && {
        id: 'disconnect',
        icon: 'unplug',
        label: t('command.disconnect', named),
        run: () => void disconnectAgent(agent.id),
      },
    );
    add({
      id: 'access',
      icon: 'key',
      label: t('command.access', named),
      run: () => openAccess(agent.id),
    });
    add({
      id: 'listTasks',
      icon: 'globe',
      label: t('command.listTasks', named),
      run: () => void listTasks(agent.id, true),
    });
  }
  add({
    id: 'find',
    icon: 'search',
    label: t('command.find'),
    keys: hintOf('find'),
    run: () => openLayer({ kind: 'find' }),
  });
  add({ id: 'wholeSession', icon: 'session', label: t('command.wholeSession'), run: () => goTo({ kind: 'session' }) });
  add(
    live !== log.session && {
      id: 'liveSession',
      icon: 'history',
      label: t('command.liveSession'),
      run: () => void showLive(),
    },
  );
  add({ id: 'newSession', icon: 'plus', label: t('command.newSession'), run: () => void startSession() });
  add(
    dialogs && {
      id: 'openSession',
      icon: 'external',
      label: t('command.openSession'),
      run: () => void importSession(),
    },
  );
  add({
    id: 'exportSession',
    icon: 'download',
    label: t('command.exportSession'),
    keys: hintOf('saveSession'),
    run: () => shareSession(log.session, 'session'),
  });
  add({
    id: 'exportHar',
    icon: 'download',
    label: t('command.exportHar'),
    run: () => shareSession(log.session, 'har'),
  });
  for (const theme of ['dark', 'light', 'system'] as const) {
    const icon = ({ dark: 'moon', light: 'sun', system: 'monitor' } as const)[theme];
    add({ id: theme, icon, label: t(`command.theme.${theme}`), run: () => setSetting('theme', theme) });
  }
  add({ id: 'rail', icon: 'columns', label: t('command.rail'), keys: hintOf('rail'), run: toggleRail });
  add({
    id: 'inspector',
    icon: 'panel',
    label: t('command.inspector'),
    keys: hintOf('inspector'),
    run: toggleInspector,
  });
  add({ id: 'wire', icon: 'wire', label: t('command.wire'), keys: hintOf('wire'), run: toggleWire });
  add({
    id: 'settings',
    icon: 'settings',
    label: t('command.settings'),
    keys: hintOf('settings'),
    run: () => openLayer({ kind: 'settings' }),
  });
  add({ id: 'lenses', icon: 'eye', label: t('lenses.open'), run: openLenses });
  add({
    id: 'keys',
    icon: 'keyboard',
    label: t('command.keys'),
    keys: hintOf('keys'),
    run: () => openLayer({ kind: 'keys' }),
  });
  return commands.map((command) => ({ ...command, kind: 'command' }));
}

async function startSample(): Promise<void> {
  const reply = await addSampleAgent();
  if (reply.ok) goTo({ kind: 'agent', agent: reply.value.id }, 'card');
}
