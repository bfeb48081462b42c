import type { Command } from '../command.ts';
import { accessForget } from './access-forget.ts';
import { accessKeep } from './access-keep.ts';
import { accessStatus } from './access-status.ts';
import { card } from './card.ts';
import { doctor } from './doctor.ts';
import { pushCreate } from './push-create.ts';
import { pushDelete } from './push-delete.ts';
import { pushGet } from './push-get.ts';
import { pushList } from './push-list.ts';
import { send } from './send.ts';
import { session } from './session.ts';
import { taskCancel } from './task-cancel.ts';
import { taskGet } from './task-get.ts';
import { taskList } from './task-list.ts';
import { taskSubscribe } from './task-subscribe.ts';

/** Every command, in the order of the help text. */
export const commands: readonly Command[] = [
  card,
  doctor,
  send,
  taskGet,
  taskList,
  taskCancel,
  taskSubscribe,
  pushCreate,
  pushGet,
  pushList,
  pushDelete,
  session,
  accessKeep,
  accessStatus,
  accessForget,
];
