import { done } from '../../../shared/lib/result.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

export const settingsHandlers = (parts: HandlerParts): HandlersOf<'settings'> => ({
  'settings.get': () => done(parts.settings.all()),

  'settings.set': ({ key, value }) => {
    const set = parts.settings.set(key, value);
    if (set.ok) parts.signal('settings');
    return set;
  },
});
