import { CONTEXT, permission, said, status, TASK, task, thought, tool, vendor } from './events.ts';
import { SessionScript } from './session-script.ts';

/** A turn as iac-code streams it: thinking, text, one tool, usage, the whole text again, and the agent's rest. */
export function toolTurn(): SessionScript {
  const script = new SessionScript();
  const exchange = script.ask('What is in the workspace?');
  script.head(exchange);
  const history = [{ messageId: 'u1', role: 'ROLE_USER', parts: [{ text: 'What is in the workspace?' }] }];
  for (const event of [
    task('TASK_STATE_SUBMITTED', { history }),
    status('TASK_STATE_SUBMITTED'),
    status('TASK_STATE_WORKING'),
    thought('First look at '),
    thought('the workspace.'),
    said('Let me look. '),
    tool('started', { name: 'list_files' }),
    tool('input_delta', { partialJsonLength: 6 }),
    tool('input_delta', { partialJsonLength: 7 }),
    tool('input_complete', { name: 'list_files', toolInput: { path: '.' } }),
    vendor({ usage: { inputTokens: 110, outputTokens: 20, totalTokens: 130, model: 'other' } }),
    tool('completed', { name: 'list_files', result: 'README.md\nmain.tf' }),
    said('It holds '),
    said('two files.'),
    finalText('It holds two files.'),
    status('TASK_STATE_INPUT_REQUIRED'),
  ]) {
    script.item(exchange, event);
  }
  script.end(exchange);
  return script;
}

const finalText = (text: string) => {
  const event = said(text, `${TASK}-2`);
  if (event.statusUpdate) event.statusUpdate.metadata = { iac_code: { assistantFinal: { complete: true } } };
  return event;
};

/** Two exchanges: the agent asks before it writes a file, and goes on after the answer. */
export function permissionTurns(): SessionScript {
  const script = new SessionScript();
  const first = script.ask('Write it');
  script.head(first);
  script.item(first, task('TASK_STATE_SUBMITTED'));
  script.item(first, tool('started', { name: 'write_file' }));
  script.item(first, tool('input_complete', { name: 'write_file', toolInput: { path: 'vpc.yaml' } }));
  script.item(first, permission());
  script.end(first);
  script.wait(8_000);
  const data = {
    schemaVersion: 1,
    kind: 'permission',
    requestTaskId: TASK,
    inputId: 'permission-15',
    toolUseId: 'call_1',
    decision: 'allow_once',
  };
  const message = {
    messageId: 'u2',
    role: 'ROLE_USER',
    parts: [{ data, mediaType: 'application/json' }],
    taskId: TASK,
    contextId: CONTEXT,
  };
  const second = script.call('SendStreamingMessage', { message });
  script.head(second);
  script.item(second, status('TASK_STATE_WORKING'));
  script.item(second, vendor({ inputReceived: { kind: 'permission', inputId: 'permission-15', toolUseId: 'call_1' } }));
  script.item(second, tool('completed', { name: 'write_file', result: 'File written' }));
  script.item(second, status('TASK_STATE_COMPLETED'));
  script.end(second);
  return script;
}
