import type { TaskPushNotificationConfig } from '../../../model/push.ts';
import { fields, one, text } from '../reading/checks.ts';
import type { Shape } from '../reading/walk.ts';
import { PUSH_AUTH_MARKERS, PUSH_MARKERS, rewritePush, rewritePushAuthentication } from '../v0_3/older-push.ts';

const authenticationShape: Shape<NonNullable<TaskPushNotificationConfig['authentication']>> = {
  name: 'AuthenticationInfo',
  clause: '1.0 §4.3.2',
  fields: fields({ scheme: text, credentials: text }),
  required: [{ name: 'scheme', fill: () => '' }],
  markers: PUSH_AUTH_MARKERS,
  rewrite: rewritePushAuthentication,
};

export const pushShape: Shape<TaskPushNotificationConfig> = {
  name: 'TaskPushNotificationConfig',
  clause: '1.0 §4.3.1',
  fields: fields({
    tenant: text,
    id: text,
    taskId: text,
    url: text,
    token: text,
    authentication: one(authenticationShape),
  }),
  required: [{ name: 'url', fill: () => '', filled: true }],
  markers: PUSH_MARKERS,
  rewrite: rewritePush,
};
