import { describe, expect, it } from 'vitest';
import type { Body, FrameEntry, NoteEntry, RequestEntry } from '../../../shared/model/entry.ts';
import { MASK } from '../mask.ts';
import { SecretValues } from '../secret-values.ts';
import { answerKind, maskAnswerBody, maskEntry, maskRequestBody } from './entry.ts';
import { createMasking } from './masking.ts';

const bodyOf = (text: string): Body => ({ bytes: Buffer.byteLength(text), text });

function knowing(...values: string[]): SecretValues {
  const secrets = new SecretValues();
  secrets.add(...values);
  return secrets;
}

const request = (text: string, secrets = new SecretValues()) => maskRequestBody(bodyOf(text), false, secrets);

describe('request bodies', () => {
  it('lose the values of secret keys and stay byte for byte otherwise', () => {
    const text =
      '{ "a": 1.0, "token" : "t\\u0031", "list":[{"metadata":{"iac_code_api_key":"k","alibaba_cloud_access_key_secret":"a-cloud-secret"}}],\n"password":"","credentials":"c","n":12345678901234567890 }';
    const secrets = new SecretValues();
    const body = request(text, secrets);
    expect(body.text).toBe(
      `{ "a": 1.0, "token" : "${MASK}", "list":[{"metadata":{"iac_code_api_key":"${MASK}","alibaba_cloud_access_key_secret":"${MASK}"}}],\n"password":"","credentials":"${MASK}","n":12345678901234567890 }`,
    );
    expect(body.masked).toEqual([
      '/token',
      '/list/0/metadata/iac_code_api_key',
      '/list/0/metadata/alibaba_cloud_access_key_secret',
      '/credentials',
    ]);
    expect(body.bytes).toBe(Buffer.byteLength(text));
    expect(secrets.mask('it was a-cloud-secret')).toBe(`it was ${MASK}`);
  });

  it('lose header lines that travel in metadata, and everything under a key that says so', () => {
    const text = '{"llm_headers":{"X-Auth":"a","Accept":"b"},"secrets":{"x":"c","y":["d"]},"cookies":{"sid":"e"}}';
    expect(request(text).text).toBe(
      `{"llm_headers":{"X-Auth":"${MASK}","Accept":"b"},"secrets":{"x":"${MASK}","y":["${MASK}"]},"cookies":{"sid":"${MASK}"}}`,
    );
  });

  it('without secrets are left alone, JSON or not', () => {
    for (const text of [
      '{"pageToken":"p","text":"my password is x"}',
      'not json: token',
      '',
      '{"token":12}',
      '{"token"',
    ]) {
      const body = bodyOf(text);
      expect(maskRequestBody(body, false, new SecretValues())).toBe(body);
    }
  });

  it('of forms lose their secret fields', () => {
    const form =
      'grant_type=authorization_code&code=abc&code_verifier=v%20w&client_id=me&client_secret=s%2Fe&refresh_token=r&device_code=d&password=&assertion=x';
    const secrets = knowing('me-too-long');
    const masked = maskRequestBody(bodyOf(`${form}&note=me%2Dtoo-long`), true, secrets);
    expect(masked.text).toBe(
      `grant_type=authorization_code&code=${MASK}&code_verifier=${MASK}&client_id=me&client_secret=${MASK}&refresh_token=${MASK}&device_code=${MASK}&password=&assertion=${MASK}&note=${MASK}`,
    );
    expect(masked.masked).toEqual([
      ...['/code', '/code_verifier', '/client_secret', '/refresh_token', '/device_code', '/assertion', '/note'],
    ]);
  });
});

describe('answers', () => {
  it('in which a known value comes back lose it, with the places named', () => {
    const text = 'data: {"result":{"metadata":{"key":"secret-123"},"text":"it is secret-123"}}\n\n';
    const body = maskAnswerBody(bodyOf(text), 'plain', knowing('secret-123', 'other-secret'));
    expect(body.text).toBe(`data: {"result":{"metadata":{"key":"${MASK}"},"text":"it is ${MASK}"}}\n\n`);
    expect(body.masked).toEqual(['/result/metadata/key', '/result/text']);
    const clean = bodyOf('{}');
    expect(maskAnswerBody(clean, 'plain', knowing('secret-123'))).toBe(clean);
  });

  it('keep the words of the protocol, whatever somebody takes for a password', () => {
    const body = bodyOf('{"role":"user","a":"abc","abc":"ab"}');
    expect(maskAnswerBody(body, 'plain', knowing('user', 'abc', 'ab')).text).toBe(
      `{"role":"user","a":"${MASK}","abc":"ab"}`,
    );
  });

  it('lose values that no encoder would spell so', () => {
    const body = maskAnswerBody(bodyOf('{"a":"x s\\u0065cret-123 y","b":"n"}'), 'plain', knowing('secret-123'));
    expect(body.text).toBe(`{"a":"x ${MASK} y","b":"n"}`);
  });

  it.each([
    ['HTML', '<p title="secret-123">secret-123</p>', `<p title="${MASK}">${MASK}</p>`],
    ['a key', '{"secret-123":1}', `{"${MASK}":1}`],
    ['cut JSON', '{"a":"secret-123', `{"a":"${MASK}`],
    ['JSON Lines', '{"a":1}\n{"a":"secret-123"}\n', `{"a":1}\n{"a":"${MASK}"}\n`],
  ])('lose them in %s', (_, text, masked) => {
    const body = maskAnswerBody(bodyOf(text), 'plain', knowing('secret-123'));
    expect(body.text).toBe(masked);
    expect(body.masked).toHaveLength(masked.split(MASK).length - 1);
  });

  it('that are no text are left out when a known value is in them', () => {
    const binary = (text: string) => {
      const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text)]);
      return { bytes: bytes.length, base64: bytes.toString('base64') };
    };
    const secrets = knowing('secret-123');
    expect(maskAnswerBody(binary('a secret-123'), 'plain', secrets)).toEqual({ bytes: 14, text: MASK, masked: [''] });
    const clean = binary('a secret-12');
    expect(maskAnswerBody(clean, 'plain', secrets)).toBe(clean);
  });

  it('lose secret keys in metadata that is sent back, and nowhere else', () => {
    const text = `data: {"task":{"history":[{"metadata":{"iac_code_api_key":"k","a":1}}],\ndata: "artifacts":[{"parts":[{"data":{"password":"p"}}]}]},"metadata":{"token":"Hel","n":{"security_token":"s"}}}\n\n`;
    const body = maskAnswerBody(bodyOf(text), 'plain', new SecretValues());
    expect(body.text).toBe(text.replace('"k"', `"${MASK}"`).replace('"s"', `"${MASK}"`));
    expect(body.masked).toEqual(['/task/history/0/metadata/iac_code_api_key', '/metadata/n/security_token']);
    const secrets = new SecretValues();
    maskAnswerBody(bodyOf('{"metadata":{"api_key":"a common phrase"}}'), 'plain', secrets);
    expect(secrets.mask('it is a common phrase')).toBe('it is a common phrase');
  });

  it('of push settings and of token services lose what they are for', () => {
    const push =
      '{"result":{"configs":[{"url":"u","token":"t","authentication":{"scheme":"Bearer","credentials":"c"}}]}}';
    expect(maskAnswerBody(bodyOf(push), answerKind('ListTaskPushNotificationConfigs'), new SecretValues()).text).toBe(
      push.replace('"t"', `"${MASK}"`).replace('"c"', `"${MASK}"`),
    );
    const secrets = new SecretValues();
    const answer = '{"access_token":"an-access-token","token_type":"Bearer","refresh_token":"r","expires_in":5}';
    expect(maskAnswerBody(bodyOf(answer), answerKind('RequestToken'), secrets).text).toBe(
      `{"access_token":"${MASK}","token_type":"Bearer","refresh_token":"${MASK}","expires_in":5}`,
    );
    expect(secrets.mask('an-access-token')).toBe(MASK);
    const form = 'access_token=abc&scope=a%20b';
    expect(maskAnswerBody(bodyOf(form), answerKind('RequestToken'), secrets).text).toBe(
      `access_token=${MASK}&scope=a%20b`,
    );
    expect(maskAnswerBody(bodyOf(answer), answerKind('SendMessage'), new SecretValues()).text).toBe(answer);
  });
});

describe('entries', () => {
  it('lose secrets in addresses, header lines, notes and errors', () => {
    const secrets = knowing('secret-123');
    const sent = maskEntry<RequestEntry>(
      {
        ...{ seq: 1, at: 0, kind: 'request', exchange: 1, agent: 'a', operation: 'GetTask', method: 'GET' },
        url: 'http://h/secret-123?x=secret-123&y=1',
        headers: [['X-Custom', 'secret-123']],
        body: bodyOf(''),
      },
      'plain',
      secrets,
    );
    expect(sent.url).toBe(`http://h/${MASK}?x=${MASK}&y=1`);
    expect(sent.headers).toEqual([['X-Custom', MASK]]);
    const note: NoteEntry = {
      ...{ seq: 2, at: 0, kind: 'note', what: 'warning' },
      detail: { message: 'no secret-123, see http://h/?token=abc, sorry', password: 'x', n: 1 },
    };
    expect(maskEntry(note, 'plain', secrets).detail).toEqual({
      ...{ message: `no ${MASK}, see http://h/?token=${MASK} sorry`, password: MASK, n: 1 },
    });
    const end = maskEntry(
      {
        ...{ seq: 3, at: 0, kind: 'end' as const, exchange: 1, cause: 'refused' as const, timings: {}, bytes: 0 },
        error: { code: 'network' as const, message: 'secret-123', detail: ['secret-123', { a: 'secret-123' }] },
        trailers: [['grpc-message', 'secret%2D123']],
      },
      'plain',
      secrets,
    );
    expect(JSON.stringify(end)).not.toMatch(/secret(?:-|%2D)123/);
  });
});

describe('the cheap test of frames', () => {
  const frame = (text: string): FrameEntry['body'] => bodyOf(text);
  const source = (text: string) => {
    const bytes = Buffer.from(`before${text}after`);
    return { bytes, start: 6, end: bytes.length - 5 };
  };

  it('lets nothing through that would be masked', () => {
    const secrets = knowing('k-77', 'secret-123', 'ä-umlaut-ü');
    const masking = createMasking(secrets);
    const texts = [
      'data: {"a":"k-77"}\n\n',
      'data: {"a":"xxsecret-123"}\n\n',
      'data: {"a":"ä-umlaut-ü"}\n\n',
      `data: {"a":"${Buffer.from('me:secret-123').toString('base64')}"}\n\n`,
      'data: {"metadata":{"Iac_Code_API_KEY":"x"}}\n\n',
      'data: {"metadata":{"accessKeyId" : "x"}}\n\n',
      'data: {"metadata":{"securityToken":"x"}}\n\n',
      'data: {"text":"nothing of interest","metadata":{"inputTokens":3}}\n\n',
    ];
    const suspected = texts.map((text) => masking.suspects(frame(text), source(text)));
    const masked = texts.map((text) => maskAnswerBody(frame(text), 'plain', secrets).text !== text);
    expect(suspected).toEqual(masked);
    expect(texts.map((text) => masking.suspects(frame(text)))).toEqual(masked);
    expect(masked).toEqual([...texts.slice(1).map(() => true), false]);
    secrets.add('nothing of interest');
    const last = texts[texts.length - 1] as string;
    expect(masking.suspects(frame(last), source(last))).toBe(true);
  });
});
