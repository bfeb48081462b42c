import { isObject } from '../../../shared/lib/json.ts';
import type { Reply } from '../../../shared/lib/result.ts';
import { done, refused } from '../../../shared/lib/result.ts';
import type { OperationName } from '../../../shared/model/operation.ts';

type Config = Record<string, unknown>;

/** Characters that end a header line or have no place in one (RFC 9110 §5.5). */
const isControl = (text: string): boolean => Array.from(text).some((each) => each < ' ' || each === '\u007f');
/** RFC 9110 §5.6.2 */
const HEADER_TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

const wrong = (field: string, message: string): Reply<never> => refused('bad-input', message, { field });

/** Whether an agent can do with a push configuration what it says; a refusal names the field. */
export function checkPushConfig({ url, token, authentication }: Config): Reply<null> {
  if (typeof url === 'string') {
    let protocol: string | undefined;
    try {
      protocol = new URL(url).protocol;
    } catch {
      return wrong('url', `The push address ${JSON.stringify(url)} is no complete URL.`);
    }
    if (protocol !== 'http:' && protocol !== 'https:') {
      return wrong('url', `Agents push with http or https; the push address begins with ${protocol}`);
    }
  }
  if (typeof token === 'string') {
    if (isControl(token)) return wrong('token', 'The push token has a line end or another control character in it.');
    if (token !== '' && token.trim() === '') return wrong('token', 'The push token has nothing but spaces.');
  }
  if (!isObject(authentication)) return done(null);
  const { scheme, credentials } = authentication;
  if (typeof scheme === 'string' && !HEADER_TOKEN.test(scheme)) {
    return wrong('authentication.scheme', 'The scheme of the push authentication is one word, such as Bearer.');
  }
  if (typeof credentials !== 'string') return done(null);
  if (isControl(credentials)) {
    const message =
      'The push credentials have a line end or another control character in them: it would end the header line.';
    return wrong('authentication.credentials', message);
  }
  if (credentials.trim() === '') return wrong('authentication.credentials', 'The push credentials are blank.');
  return done(null);
}

/** Members below which a configuration lies in a request, for each way to send one. */
const PLACES: readonly (readonly string[])[] = [
  ['configuration', 'taskPushNotificationConfig'],
  ['configuration', 'pushNotificationConfig'],
  ['pushNotificationConfig'],
];

function changeAt(value: Config, path: readonly string[], change: (config: Config) => Reply<Config>): Reply<Config> {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  const inner = value[key];
  if (!isObject(inner)) return done(value);
  const changed = changeAt(inner, rest, change);
  return changed.ok ? done(changed.value === inner ? value : { ...value, [key]: changed.value }) : changed;
}

/** Hands every push configuration of a request to `change`; the same object comes back when nothing was changed. */
export function changePushConfigs(
  operation: OperationName,
  request: Config,
  change: (config: Config) => Reply<Config>,
): Reply<Config> {
  let changed: Reply<Config> = done(request);
  if (operation === 'CreateTaskPushNotificationConfig' && 'url' in request) changed = change(request);
  for (const path of PLACES) if (changed.ok) changed = changeAt(changed.value, path, change);
  return changed;
}

/** The push configurations of a request. */
export function pushConfigsOf(operation: OperationName, request: Config): Config[] {
  const found: Config[] = [];
  changePushConfigs(operation, request, (config) => {
    found.push(config);
    return done(config);
  });
  return found;
}
