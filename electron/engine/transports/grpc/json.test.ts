import protobuf from 'protobufjs';
import { describe, expect, it } from 'vitest';
import { A2A_1_0 } from './a2a-1-0.proto.ts';
import { jsonToProto } from './from-json.ts';
import { type MessagePlan, methodPlan, rpcPlan } from './schema.ts';
import { protoToJson } from './to-json.ts';

const method = (name: string, dialect: '1.0' | '0.3' = '1.0') => {
  const plan = methodPlan(dialect, name);
  if (!plan) throw new Error(name);
  return plan;
};
const send = method('SendMessage').request;
const stream = method('SendStreamingMessage').response;
const getTask = method('GetTask');

const bytes = (plan: MessagePlan, value: Record<string, unknown>): Uint8Array => {
  const reply = jsonToProto(plan, value);
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.value;
};
const again = (plan: MessagePlan, value: Record<string, unknown>) => protoToJson(plan, bytes(plan, value));
const refusal = (plan: MessagePlan, value: Record<string, unknown>) => {
  const reply = jsonToProto(plan, value);
  return reply.ok ? undefined : reply.error;
};

const message = (part: Record<string, unknown>) => ({
  message: { messageId: 'm', role: 'ROLE_USER', parts: [part] },
});

describe('a message', () => {
  it.each([
    [{ text: '' }],
    [{ text: 'ü€😀\u0000', mediaType: 'text/plain', filename: 'a' }],
    [{ raw: 'AAECAw==' }],
    [{ url: 'https://h/' }],
    [{ data: null }],
    [{ data: 'text' }],
    [{ data: false }],
    [{ data: 0 }],
    [{ data: -1.5e300 }],
    [{ data: 9007199254740991 }],
    [{ data: [] }],
    [{ data: [null, [1, 'x', {}], { a: { b: [true] } }] }],
    [{ data: {} }],
    [{ data: { n: null, '': 1, __proto: 2, 'ü.~/': [3] }, metadata: { k: { deep: [1, { x: null }] } } }],
  ])('with the part %j goes out and comes back', (part) => {
    expect(again(send, message(part))).toEqual(message(part));
  });

  it('keeps a key that is special to objects an ordinary one', () => {
    const data = JSON.parse('{"__proto__":{"a":1},"constructor":2}');
    const found = again(send, message({ data })) as ReturnType<typeof message>;
    expect(JSON.stringify(found.message.parts[0]?.data)).toBe(JSON.stringify(data));
  });

  it('of another writer is read the same', () => {
    const type = protobuf
      .parse(A2A_1_0.replace(/google\.protobuf\.(Struct|Value|Timestamp|Empty)/g, 'Role'), {
        keepCase: true,
      })
      .root.lookupType('lf.a2a.v1.Message');
    const written = type
      .encode(type.create({ message_id: 'm', role: 2, parts: [{ text: 'x' }], reference_task_ids: ['a', 'b'] }))
      .finish();
    const wrapped = Uint8Array.from([0x12, written.length, ...written]);
    expect(protoToJson(stream, wrapped)).toEqual({
      message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'x' }], referenceTaskIds: ['a', 'b'] },
    });
  });

  it('shows required fields that the wire leaves out, and nothing else', () => {
    expect(protoToJson(method('ListTasks').response, new Uint8Array())).toEqual({
      tasks: [],
      nextPageToken: '',
      pageSize: 0,
      totalSize: 0,
    });
    expect(protoToJson(getTask.response, new Uint8Array())).toEqual({ id: '' });
    expect(protoToJson(method('DeleteTaskPushNotificationConfig').response, new Uint8Array())).toEqual({});
  });

  it('shows fields and names that the proto does not know', () => {
    // Field 99 with a number, twice; field 98 with bytes; status 3 with the state 77.
    const raw = Uint8Array.from([0x98, 6, 7, 0x98, 6, 8, 0x92, 6, 2, 1, 2, 0x1a, 2, 8, 77]);
    expect(protoToJson(getTask.response, raw)).toEqual({ '#99': [7, 8], '#98': 'AQI=', status: { state: 77 }, id: '' });
  });

  it.each([
    ['cut short', [0x0a, 5, 65]],
    ['with a field longer than itself', [0x1a, 2, 8]],
    ['with a wire type nobody uses', [0x0f]],
    ['nested without an end', Array.from({ length: 400 }, () => [0x2a, 127]).flat()],
  ])('%s is no protobuf', (_, raw) => {
    expect(() => protoToJson(getTask.response, Uint8Array.from(raw))).toThrow();
  });
});

describe('bytes of any kind', () => {
  it('are read or refused, and never without an end', () => {
    let seed = 7;
    const random = (limit: number) => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      return seed % limit;
    };
    const whole = bytes(send, message({ data: { a: [1, { b: 'ü' }], c: null }, metadata: { k: 1.5 } }));
    let read = 0;
    for (let i = 0; i < 5_000; i++) {
      const mutated = Uint8Array.from(whole.subarray(0, whole.length - random(4)));
      for (let n = random(4); n >= 0; n--) mutated[random(mutated.length)] = random(256);
      try {
        JSON.stringify(protoToJson(send, mutated));
        read++;
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    }
    expect(read).toBeGreaterThan(100);
    expect(read).toBeLessThan(5_000);
  });
});

describe('times', () => {
  const list = method('ListTasks').request;
  it.each([
    ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00Z'],
    ['2026-01-31T12:00:00.120Z', '2026-01-31T12:00:00.120Z'],
    ['2026-01-31T12:00:00.123456Z', '2026-01-31T12:00:00.123456Z'],
    ['2026-01-31T12:00:00.000000001+02:00', '2026-01-31T10:00:00.000000001Z'],
    ['1969-12-31T23:59:59.5Z', '1969-12-31T23:59:59.500Z'],
  ])('%s', (written, read) => {
    expect(again(list, { statusTimestampAfter: written })).toEqual({ statusTimestampAfter: read });
  });
  it('that are none are refused', () => {
    expect(refusal(list, { statusTimestampAfter: 'yesterday' })?.message).toContain('/statusTimestampAfter');
  });
});

describe('a request', () => {
  it('may use the names of the proto, numbers of an enum, and null for nothing', () => {
    const request = { message: { message_id: 'm', role: 1, parts: [], task_id: null }, configuration: null };
    expect(again(send, request)).toEqual({ message: { messageId: 'm', role: 'ROLE_USER', parts: [] } });
  });

  it('keeps the difference between no history and no wish', () => {
    expect(again(getTask.request, { id: 't', historyLength: 0 })).toEqual({ id: 't', historyLength: 0 });
    expect(again(getTask.request, { id: 't' })).toEqual({ id: 't' });
  });

  it.each([
    [{ message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'x', kind: 'text' }] } }, '/message/parts/0/kind'],
    [{ message: { messageId: 7 } }, '/message/messageId'],
    [{ message: { role: 'user' } }, '/message/role'],
    [{ message: { parts: 'x' } }, '/message/parts'],
    [{ message: { parts: [{ raw: 'no base64!' }] } }, '/message/parts/0/raw'],
    [{ message: 'x' }, '/message'],
    [{ configuration: { historyLength: 1.5 } }, '/configuration/historyLength'],
    [{ configuration: { returnImmediately: 'yes' } }, '/configuration/returnImmediately'],
    [{ metadata: [] }, '/metadata'],
  ])('%j is refused with the place', (request, pointer) => {
    expect(refusal(send, request)).toMatchObject({ code: 'bad-input', message: expect.stringContaining(pointer) });
  });
});

describe('a card', () => {
  it('has its maps and choices', () => {
    const card = {
      name: 'A',
      description: '',
      supportedInterfaces: [{ url: 'h:1', protocolBinding: 'GRPC', protocolVersion: '1.0' }],
      version: '1',
      capabilities: { streaming: false },
      securitySchemes: {
        key: { apiKeySecurityScheme: { location: 'header', name: 'X' } },
        oauth: { oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl: 'https://t/', scopes: {} } } } },
      },
      securityRequirements: [{ schemes: { key: { list: [] }, oauth: { list: ['a', 'b'] } } }],
      defaultInputModes: [],
      defaultOutputModes: ['text/plain'],
      skills: [],
    };
    const read = again(method('GetExtendedAgentCard').response, card);
    // An empty list is not on the wire, and this one is not required.
    expect(read).toEqual({ ...card, securityRequirements: [{ schemes: { key: {}, oauth: { list: ['a', 'b'] } } }] });
  });
});

describe('the 0.3 proto', () => {
  it('has names of its own in JSON', () => {
    const request = { message: { messageId: 'm', role: 'ROLE_USER', content: [{ file: { fileWithBytes: 'AA==' } }] } };
    expect(again(method('SendMessage', '0.3').request, request)).toEqual(request);
    expect(methodPlan('0.3', 'TaskSubscription')?.path).toBe('/a2a.v1.A2AService/TaskSubscription');
    expect(methodPlan('0.3', 'ListTasks')).toBeUndefined();
  });
});

describe('a status', () => {
  it('has its details by their types', () => {
    const any = (name: string, content: Uint8Array) => {
      const url = Buffer.from(`type.googleapis.com/${name}`);
      return Buffer.concat([Buffer.from([0x0a, url.length]), url, Buffer.from([0x12, content.length]), content]);
    };
    const info = Buffer.from([0x0a, 3, 65, 66, 67]);
    const violation = Buffer.from([0x0a, 6, 0x0a, 1, 102, 0x12, 1, 100]);
    const details = [
      any('google.rpc.ErrorInfo', info),
      any('google.rpc.BadRequest', violation),
      any('google.rpc.RetryInfo', Buffer.from([0x0a, 2, 8, 2])),
      any('own.Type', Buffer.from([1])),
    ];
    const status = Buffer.concat([
      Buffer.from([8, 5, 0x12, 1, 120]),
      ...details.flatMap((one) => [Buffer.from([0x1a, one.length]), one]),
    ]);
    expect(protoToJson(rpcPlan('Status') as MessagePlan, status)).toEqual({
      code: 5,
      message: 'x',
      details: [
        { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'ABC' },
        {
          '@type': 'type.googleapis.com/google.rpc.BadRequest',
          fieldViolations: [{ field: 'f', description: 'd' }],
        },
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '2s' },
        { '@type': 'type.googleapis.com/own.Type', value: 'AQ==' },
      ],
    });
  });
});
