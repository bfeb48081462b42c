import type { StreamResponse } from '../../../model/event.ts';
import type { Part } from '../../../model/message.ts';

export const TASK = '097a45ea-fd0c-4668-a48d-629687541475';
export const CONTEXT = '1a48cf2c-e55c-4119-8d26-a468eff02b1f';

export const task = (state: string, more: object = {}): StreamResponse => ({
  task: { id: TASK, contextId: CONTEXT, status: { state }, ...more },
});

export const status = (state: string, more: object = {}): StreamResponse => ({
  statusUpdate: { taskId: TASK, contextId: CONTEXT, status: { state }, ...more },
});

/** A status with a text; iac-code gives every delta of a turn the same message id. */
export const said = (text: string, messageId = `${TASK}-message`, state = 'TASK_STATE_WORKING'): StreamResponse => ({
  statusUpdate: {
    taskId: TASK,
    contextId: CONTEXT,
    status: { state, message: { messageId, role: 'ROLE_AGENT', parts: [{ text }] } },
  },
});

/** A working status whose metadata carries one of iac-code's objects. */
export const vendor = (value: Record<string, unknown>, state = 'TASK_STATE_WORKING'): StreamResponse =>
  status(state, { metadata: { iac_code: { iacCodeSessionId: 'e0c7700a', ...value } } });

export const tool = (state: string, more: Record<string, unknown> = {}, id = 'call_1'): StreamResponse =>
  vendor({ tool: { status: state, toolUseId: id, ...more } });

export const thought = (text: string): StreamResponse => vendor({ thinking: { type: 'raw_thinking', text } });

export const chunk = (artifactId: string, parts: Part[], more: object = {}): StreamResponse => ({
  artifactUpdate: { taskId: TASK, contextId: CONTEXT, artifact: { artifactId, parts }, ...more },
});

/** The question iac-code asks before it writes a file. */
export const permission = (): StreamResponse =>
  vendor(
    {
      input: {
        kind: 'permission',
        inputId: 'permission-15',
        toolUseId: 'call_1',
        toolName: 'write_file',
        title: 'Change a workspace file',
        purpose: 'Write a file needed for the task.',
        target: 'vpc.yaml',
        options: [
          { id: 'allow_once', label: 'Allow once' },
          { id: 'deny', label: 'Deny' },
        ],
        requestTaskId: TASK,
        contextId: CONTEXT,
        schemaVersion: 1,
      },
      permission: { autoApproved: false, pending: true, toolUseId: 'call_1', toolName: 'write_file' },
    },
    'TASK_STATE_INPUT_REQUIRED',
  );
