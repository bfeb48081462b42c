import { type ReactNode, useState } from 'react';
import type { AgentView } from '../../../shared/contract/views.ts';
import { openAccess } from '../../state/access.ts';
import { disconnectAgent, fetchCard, removeAgent, renameAgent } from '../../state/agents.ts';
import { goTo } from '../../state/selection.ts';
import { t } from '../../strings/index.ts';
import { Confirm } from '../../ui/Confirm.tsx';
import { copyText } from '../../ui/Copy.tsx';
import type { MenuItem } from '../../ui/Menu.tsx';
import { TextPrompt } from '../../ui/TextPrompt.tsx';

export interface AgentMenu {
  itemsOf(agent: AgentView): MenuItem[];
  /** The dialogs that items open; has to be mounted once. */
  dialogs: ReactNode;
}

/** What can be done with an agent, for the rail's context menu and the menu of the centre. */
export function useAgentMenu(): AgentMenu {
  const [renaming, setRenaming] = useState<AgentView>();
  const [removing, setRemoving] = useState<AgentView>();
  return {
    itemsOf: (agent) => [
      {
        id: 'card',
        label: t('agent.open'),
        icon: 'document',
        onSelect: () => goTo({ kind: 'agent', agent: agent.id }, 'card'),
      },
      { id: 'access', label: t('agent.access'), icon: 'key', onSelect: () => openAccess(agent.id) },
      {
        id: 'fetch',
        label: t(agent.connection === 'idle' ? 'agent.connect' : 'agent.fetch'),
        icon: 'refresh',
        onSelect: () => void fetchCard(agent.id),
      },
      ...(agent.connection === 'idle'
        ? []
        : [
            {
              id: 'disconnect',
              label: t('agent.disconnect'),
              icon: 'unplug' as const,
              onSelect: () => void disconnectAgent(agent.id),
            },
          ]),
      { id: 'copy', label: t('agent.copy'), icon: 'copy', onSelect: () => void copyText(agent.url) },
      { id: 'rename', label: t('agent.rename'), icon: 'pencil', divided: true, onSelect: () => setRenaming(agent) },
      { id: 'remove', label: t('agent.remove'), icon: 'trash', danger: true, onSelect: () => setRemoving(agent) },
    ],
    dialogs: (
      <>
        {renaming ? (
          <TextPrompt
            title={t('agent.rename.title')}
            label={t('agent.rename.label')}
            value={renaming.name}
            verb={t('agent.rename.verb')}
            cancel={t('action.cancel')}
            onDone={(name) => void renameAgent(renaming, name)}
            onClose={() => setRenaming(undefined)}
          />
        ) : null}
        {removing ? (
          <Confirm
            title={t('agent.remove.title', { name: removing.name })}
            verb={t('agent.remove.verb')}
            cancel={t('action.cancel')}
            onConfirm={() => void removeAgent(removing.id)}
            onClose={() => setRemoving(undefined)}
          >
            {t('agent.remove.explain', { name: removing.name, host: removing.host })}
          </Confirm>
        ) : null}
      </>
    ),
  };
}
