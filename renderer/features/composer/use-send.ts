import { useCallback, useEffect, useRef, useState } from 'react';
import type { Trouble } from '../../../shared/lib/result.ts';
import type { OperationName } from '../../../shared/model/operation.ts';
import { startCall } from '../../state/calls.ts';
import { changeCompose, clearSent, composeStore, keepDraft } from '../../state/compose.ts';
import { firstRowOf, logStore, sessionLog } from '../../state/log.ts';
import { goTo, selectionStore, setFollowing } from '../../state/selection.ts';
import { t } from '../../strings/index.ts';
import { buildRequest, type TargetIds } from './build-request.ts';
import { readyPush } from './ready-push.ts';

interface Sent {
  agent: string;
  operation: OperationName;
  request: Record<string, unknown>;
}

export interface Sending {
  busy: boolean;
  trouble: Trouble | undefined;
  send(agent: string, operation: OperationName, ids: TargetIds, draftKey: string): Promise<void>;
  /** Sends the last message once more, with a new messageId. */
  sendAgain(): void;
}

/** Sends what the composer holds, and takes the person to the task that answers. */
export function useSend(): Sending {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const last = useRef<Sent>(undefined);
  const stopWatching = useRef<() => void>(undefined);
  useEffect(() => () => stopWatching.current?.(), []);

  const start = useCallback(async (sent: Sent): Promise<boolean> => {
    setBusy(true);
    setTrouble(undefined);
    const follow = (exchange: number) => {
      stopWatching.current?.();
      stopWatching.current = goToAnswer(exchange, sent.agent);
    };
    const reply = await startCall(sent, follow);
    setBusy(false);
    if (!reply.ok) {
      setTrouble(reply.error);
      return false;
    }
    last.current = sent;
    setFollowing(true);
    follow(reply.value.exchange);
    return true;
  }, []);

  const ready = async (agent: string, ids: TargetIds): Promise<boolean> => {
    const { push } = composeStore.getState();
    if (!push) return true;
    setBusy(true);
    const reply = await readyPush(agent, ids.target === 'continue' ? ids.task : undefined, push);
    setBusy(false);
    if (reply.ok) changeCompose({ push: reply.value });
    else setTrouble(reply.error);
    return reply.ok;
  };

  const send: Sending['send'] = async (agent, operation, ids, draftKey) => {
    if (!(await ready(agent, ids))) return;
    const built = buildRequest(composeStore.getState(), ids, {
      message: t('composer.metadata.message'),
      request: t('composer.metadata.request'),
    });
    if (!built.ok) {
      setTrouble({ code: 'bad-input', message: t(built.key, built.args) });
      return;
    }
    const went = await start({ agent, operation, request: built.request as unknown as Record<string, unknown> });
    if (!went) return;
    clearSent();
    keepDraft(draftKey, '');
  };

  const sendAgain = useCallback(() => {
    if (last.current) void start(last.current);
  }, [start]);

  return { busy, trouble, send, sendAgain };
}

/**
 * Shows the answering task once the first answer names it; an answer without a task shows its context, and an exchange
 * that ends without either shows the session. A person who went elsewhere meanwhile is left alone.
 */
function goToAnswer(exchange: number, agent: string): () => void {
  const from = selectionStore.getState().place;
  let read = firstRowOf(exchange);
  let over = false;
  let unsubscribe = () => {};
  const stop = () => {
    over = true;
    unsubscribe();
  };
  const look = () => {
    if (over) return;
    if (selectionStore.getState().place !== from) return stop();
    const rows = sessionLog().rows;
    for (; read < rows.length; read++) {
      const row = rows[read];
      if (!row || row.exchange !== exchange || row.kind === 'request') continue;
      if (row.task) {
        stop();
        if (from.kind === 'task' && from.task === row.task) return;
        goTo({ kind: 'task', agent, task: row.task, ...(row.context ? { context: row.context } : {}) });
        return;
      }
      if (row.kind !== 'end') continue;
      stop();
      if (row.context) goTo({ kind: 'context', agent, context: row.context });
      else if (from.kind === 'agent' || from.kind === 'start') goTo({ kind: 'session' }, 'timeline');
      return;
    }
  };
  unsubscribe = logStore.subscribe(look);
  // The rows of a quick answer may be here before the reply that gives the exchange its number.
  look();
  return stop;
}
