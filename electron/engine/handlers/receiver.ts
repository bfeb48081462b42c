import { done } from '../../../shared/lib/result.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

export const receiverHandlers = ({ receiver, outgoing }: HandlerParts): HandlersOf<'receiver'> => ({
  'receiver.start': (input) => receiver.start(input),
  'receiver.stop': () => receiver.stop(),
  'receiver.get': () => done(receiver.view()),
  'receiver.register': (input) => receiver.register(input),
  'receiver.unregister': ({ registration }) => receiver.unregister(registration),
  'receiver.accept': ({ seq }) => receiver.accept(seq),
  'receiver.credentials': () => done(outgoing.credentials()),
  'receiver.test': (input) => outgoing.test(input),
  'receiver.answers': ({ registration, answers }) => receiver.answers(registration, answers),
});
