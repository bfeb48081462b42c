import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../shared/model/entry.ts';
import { MASK } from '../mask.ts';
import { SecretValues } from '../secret-values.ts';
import { createMasking } from './masking.ts';
import { remaskText } from './remask.ts';

const HEADER = '{"format":"loupe-session","version":2,"app":"0","session":"s","started":"2026-01-01T00:00:00Z"}';

const request = (exchange: number, operation: string, body: string): string =>
  JSON.stringify({
    ...{
      seq: exchange,
      at: 0,
      kind: 'request',
      exchange,
      agent: 'a',
      operation,
      method: 'POST',
      url: 'http://h/?key=1',
    },
    headers: [['Authorization', 'Bearer imported-token']],
    body: { bytes: body.length, text: body },
  });

const frame = (exchange: number, text: string): string =>
  JSON.stringify({
    ...{ seq: 9, at: 0, kind: 'frame', exchange, framing: 'body', body: { bytes: text.length, text } },
    own: 1,
  });

const masked = async (lines: string[], secrets = new SecretValues()): Promise<string[]> =>
  (await remaskText(`${[HEADER, ...lines].join('\n')}\n`, createMasking(secrets))).split('\n');

describe('the text of a session', () => {
  it('that was never masked is masked on its way out', async () => {
    const push = '{"token":"pushed-token"}';
    const lines = await masked([
      request(1, 'SendMessage', '{"metadata":{"api_key":"k"}}'),
      request(2, 'CreateTaskPushNotificationConfig', push),
      frame(2, push),
      frame(1, 'it was imported-token or pushed-token'),
    ]);
    expect(lines.join('\n')).not.toMatch(/imported-token|pushed-token|"k\\"|key=1/);
    const [, first, , third, fourth] = lines.map((line) => (line === '' ? undefined : (JSON.parse(line) as Entry)));
    expect(first).toMatchObject({
      url: `http://h/?key=${MASK}`,
      headers: [['Authorization', `Bearer ${MASK}`]],
      body: { text: `{"metadata":{"api_key":"${MASK}"}}`, masked: ['/metadata/api_key'] },
    });
    expect(third).toMatchObject({ body: { text: `{"token":"${MASK}"}` }, own: 1 });
    expect(fourth).toMatchObject({ body: { text: `it was ${MASK} or ${MASK}` } });
  });

  it('without secrets comes out byte for byte, whatever its lines are', async () => {
    const lines = [
      '{"seq":1, "at":0,"kind":"frame","exchange":1,"framing":"body","body":{"bytes":1.0,"text":"x"}}',
      '{"seq":2,"at":0,"kind":"frame","exchange":1,"framing":"sse","body":{"bytes":22,"lead":"data: ","tail":"\\n\\n","data":{"a":1.0, "a":2}}}',
      '{"seq":3,"kind":"request","exchange":1}',
      '{"kind":"unheard-of","token":"stays"}',
      'no json',
      '',
    ];
    expect(await masked(lines)).toEqual([HEADER, ...lines, '']);
  });

  it('loses what became known after it was recorded', async () => {
    const secrets = new SecretValues();
    secrets.add('known-later');
    const lines = await masked(
      [
        '{"seq":2,"at":0,"kind":"frame","exchange":1,"framing":"sse","body":{"bytes":32,"lead":"data: ","tail":"\\n\\n","data":{"a":"known-later"}}}',
        'no json: known-later',
      ],
      secrets,
    );
    expect(lines.join('\n')).not.toContain('known-later');
    expect(JSON.parse(lines[1] as string)).toMatchObject({
      body: { text: `data: {"a":"${MASK}"}\n\n`, masked: ['/a'] },
    });
  });
});
