import { done } from '../../../shared/lib/result.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

export const appHandlers = (parts: HandlerParts): HandlersOf<'app'> => ({
  'app.info': () => done(parts.info()),
});
