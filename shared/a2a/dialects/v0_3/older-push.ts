import { isObject } from '../../../lib/json.ts';
import type { Reader } from '../reading/reader.ts';
import { type Fields, put, without } from '../reading/walk.ts';
import { metOlder } from './older-message.ts';

export const PUSH_MARKERS: ReadonlySet<string> = new Set(['pushNotificationConfig', 'push_notification_config']);
export const PUSH_AUTH_MARKERS: ReadonlySet<string> = new Set(['schemes']);

/** Resource name of the 0.3 proto. */
const RESOURCE = /^tasks\/([^/]+)\/pushNotificationConfigs\/([^/]+)$/;

/** `{taskId, pushNotificationConfig: {..}}` or `{name, pushNotificationConfig: {..}}` into the flat form. */
export function rewritePush(source: Fields, reader: Reader): Fields {
  const nested = isObject(source.pushNotificationConfig)
    ? source.pushNotificationConfig
    : source.push_notification_config;
  if (!isObject(nested)) return source;
  metOlder(reader, 'A nested push configuration');
  const flat = without(source, ['pushNotificationConfig', 'push_notification_config']);
  const rest: Fields = {};
  for (const key in nested) {
    if (!Object.hasOwn(flat, key) || flat[key] === nested[key]) put(flat, key, nested[key]);
    else put(rest, key, nested[key]);
  }
  const resource = typeof flat.name === 'string' ? RESOURCE.exec(flat.name) : null;
  if (resource) {
    flat.taskId ??= resource[1];
    flat.id ??= resource[2];
  }
  return Object.keys(rest).length > 0 ? { ...flat, pushNotificationConfig: rest } : flat;
}

/** 1.0 knows one scheme: the first is used, and a longer list stays beside it. */
export function rewritePushAuthentication(source: Fields, reader: Reader): Fields {
  const { schemes } = source;
  if (!Array.isArray(schemes) || typeof schemes[0] !== 'string' || source.scheme !== undefined) return source;
  metOlder(reader, 'Push authentication with schemes');
  if (schemes.length === 1) return { scheme: schemes[0], ...without(source, ['schemes']) };
  reader.report({
    code: 'several-push-schemes',
    severity: 'note',
    message: 'Several authentication schemes are listed for the webhook; the first one counts.',
    clause: '1.0 §4.3.2',
  });
  return { scheme: schemes[0], ...source };
}
