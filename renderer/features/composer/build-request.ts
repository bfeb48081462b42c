import { isObject, type JsonObject, parseJson } from '../../../shared/lib/json.ts';
import type { Part } from '../../../shared/model/message.ts';
import type { SendMessageConfiguration, SendMessageRequest } from '../../../shared/model/request.ts';
import type { ComposeState, ComposeTarget } from '../../state/compose.ts';
import { configOf, problemOf } from '../../state/push-draft.ts';
import type { StringArgs, StringKey } from '../../strings/index.ts';

export interface TargetIds {
  target: ComposeTarget;
  task?: string;
  context?: string;
}

/** A request without its `messageId`, or the sentence that says what to correct. */
export type Built =
  | {
      ok: true;
      request: Omit<SendMessageRequest, 'message'> & { message: Omit<SendMessageRequest['message'], 'messageId'> };
    }
  | { ok: false; key: StringKey; args?: StringArgs };

/**
 * What is typed is what is sent: text goes out byte for byte, an empty text is no part.
 * Continuing names the task and lets the agent infer the context unless it is known (1.0 §3.4.1).
 */
export function buildRequest(
  draft: ComposeState,
  ids: TargetIds,
  fieldNames: { message: string; request: string },
): Built {
  const parts: Part[] = draft.text === '' ? [] : [{ text: draft.text }];
  for (const [index, part] of draft.parts.entries()) {
    if (part.kind === 'data') {
      const parsed = parseJson(part.json);
      if (!parsed.ok)
        return { ok: false, key: 'composer.bad.json', args: { field: `#${index + 2}`, reason: parsed.message } };
      parts.push({ data: parsed.value as Part['data'] & {}, mediaType: 'application/json' });
    } else if (part.kind === 'file') {
      parts.push({ raw: part.base64, filename: part.filename, mediaType: part.mediaType });
    } else {
      if (part.url.trim() === '') return { ok: false, key: 'composer.bad.url' };
      parts.push({
        url: part.url.trim(),
        ...(part.filename ? { filename: part.filename } : {}),
        ...(part.mediaType ? { mediaType: part.mediaType } : {}),
      });
    }
  }
  if (parts.length === 0) return { ok: false, key: 'composer.blocked.empty' };

  const messageMetadata = readObject(draft.messageMetadata, fieldNames.message);
  if (!messageMetadata.ok) return messageMetadata;
  const requestMetadata = readObject(draft.requestMetadata, fieldNames.request);
  if (!requestMetadata.ok) return requestMetadata;
  const configuration = readConfiguration(draft);
  if (!configuration.ok) return configuration;

  const continues = ids.target === 'continue';
  const keepsContext = continues || ids.target === 'new-task';
  return {
    ok: true,
    request: {
      ...(draft.tenant ? { tenant: draft.tenant } : {}),
      message: {
        role: 'ROLE_USER',
        parts,
        ...(keepsContext && ids.context ? { contextId: ids.context } : {}),
        ...(continues && ids.task ? { taskId: ids.task } : {}),
        ...(messageMetadata.value ? { metadata: messageMetadata.value } : {}),
        ...(draft.extensions.length > 0 ? { extensions: draft.extensions } : {}),
      },
      ...(configuration.value ? { configuration: configuration.value } : {}),
      ...(requestMetadata.value ? { metadata: requestMetadata.value } : {}),
    },
  };
}

type Field<T> = { ok: true; value: T | undefined } | { ok: false; key: StringKey; args?: StringArgs };

function readObject(text: string, field: string): Field<JsonObject> {
  if (text.trim() === '') return { ok: true, value: undefined };
  const parsed = parseJson(text);
  if (!parsed.ok) return { ok: false, key: 'composer.bad.json', args: { field, reason: parsed.message } };
  if (!isObject(parsed.value)) return { ok: false, key: 'composer.bad.object', args: { field } };
  return { ok: true, value: parsed.value as JsonObject };
}

function readConfiguration(draft: ComposeState): Field<SendMessageConfiguration> {
  const modes = draft.acceptedOutputModes
    .split(',')
    .map((mode) => mode.trim())
    .filter(Boolean);
  const history = draft.historyLength.trim();
  if (history !== '' && !/^\d+$/.test(history)) return { ok: false, key: 'composer.bad.history' };
  const { push } = draft;
  const missing = push && problemOf(push);
  if (missing) return { ok: false, key: `push.problem.${missing}` };
  const value: SendMessageConfiguration = {
    ...(modes.length > 0 ? { acceptedOutputModes: modes } : {}),
    ...(history === '' ? {} : { historyLength: Number(history) }),
    ...(draft.returnImmediately ? { returnImmediately: true } : {}),
    ...(push ? { taskPushNotificationConfig: configOf(push) } : {}),
  };
  return { ok: true, value: Object.keys(value).length > 0 ? value : undefined };
}
