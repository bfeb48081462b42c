import { done } from '../../../shared/lib/result.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

export const tasksHandlers = ({ watcher }: HandlerParts): HandlersOf<'tasks'> => ({
  'tasks.watch': ({ agent, task, paused = false }) => watcher.watch(agent, task, paused),
  'tasks.unwatch': ({ agent, task }) => watcher.unwatch(agent, task),
  'tasks.watching': () => done(watcher.list()),
});
