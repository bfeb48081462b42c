import protobuf from 'protobufjs';
import { isObject } from '../../../../shared/lib/json.ts';
import { at, type Pointer } from '../../../../shared/lib/pointer.ts';
import { done, type Reply, refused } from '../../../../shared/lib/result.ts';
import type { FieldPlan, MessagePlan } from './schema.ts';

type Writer = protobuf.Writer;

/** Stops the writing; becomes a refusal. */
class Misfit extends Error {
  constructor(pointer: Pointer, problem: string) {
    super(`gRPC cannot carry this request: ${pointer === '' ? 'it' : pointer} ${problem}.`);
  }
}

/**
 * The protobuf of a ProtoJSON message. Refused when the proto has no place for something in it: unlike JSON, gRPC carries
 * only what is defined.
 */
export function jsonToProto(plan: MessagePlan, value: Record<string, unknown>): Reply<Uint8Array> {
  const writer = protobuf.Writer.create();
  try {
    writeMessage(plan, value, writer, '');
  } catch (error) {
    if (error instanceof Misfit) return refused('bad-input', error.message);
    throw error;
  }
  return done(writer.finish());
}

function writeMessage(plan: MessagePlan, value: unknown, writer: Writer, pointer: Pointer): void {
  if (!isObject(value)) throw new Misfit(pointer, `should be an object (${plan.name})`);
  for (const key in value) {
    const item = value[key];
    const here = at(pointer, key);
    const field = plan.byKey.get(key);
    if (field === undefined) throw new Misfit(here, `is not a field of ${plan.name}`);
    // In ProtoJSON null means absent, but for values that are JSON themselves.
    if (item === undefined || (item === null && (field.kind !== 'value' || field.repeated))) continue;
    if (field.map) writeMap(field, item, writer, here);
    else if (field.repeated) {
      if (!Array.isArray(item)) throw new Misfit(here, 'should be a list');
      for (let i = 0; i < item.length; i++) writeField(field, item[i], writer, at(here, i));
    } else writeField(field, item, writer, here);
  }
}

function writeMap(field: FieldPlan, value: unknown, writer: Writer, pointer: Pointer): void {
  if (!isObject(value)) throw new Misfit(pointer, 'should be an object');
  for (const key in value) {
    const entry = tagged(writer, field.id).fork();
    tagged(entry, 1).string(key);
    writeField({ ...field, id: 2, map: false, repeated: false }, value[key], entry, at(pointer, key));
    entry.ldelim();
  }
}

const LENGTH_DELIMITED = 2;
const tagged = (writer: Writer, id: number, wire: 0 | 1 | 2 = LENGTH_DELIMITED): Writer => writer.uint32(id * 8 + wire);

function writeField(field: FieldPlan, value: unknown, writer: Writer, pointer: Pointer): void {
  const { id } = field;
  switch (field.kind) {
    case 'string':
      if (typeof value !== 'string') throw new Misfit(pointer, 'should be a text');
      tagged(writer, id).string(value);
      return;
    case 'bytes':
      tagged(writer, id).bytes(bytesOf(value, pointer));
      return;
    case 'bool':
      if (typeof value !== 'boolean') throw new Misfit(pointer, 'should be true or false');
      tagged(writer, id, 0).bool(value);
      return;
    case 'int32':
      tagged(writer, id, 0).int32(integerOf(value, pointer));
      return;
    case 'enum':
      tagged(writer, id, 0).int32(enumOf(field, value, pointer));
      return;
    case 'message':
      tagged(writer, id).fork();
      writeMessage(field.message as MessagePlan, value, writer, pointer);
      writer.ldelim();
      return;
    case 'struct':
      tagged(writer, id).fork();
      writeStruct(value, writer, pointer);
      writer.ldelim();
      return;
    case 'value':
      tagged(writer, id).fork();
      writeJsonValue(value, writer, pointer);
      writer.ldelim();
      return;
    case 'timestamp':
      tagged(writer, id).fork();
      writeTimestamp(value, writer, pointer);
      writer.ldelim();
      return;
    default:
      throw new Misfit(pointer, 'is of a kind that requests do not have');
  }
}

/** Standard base64 and the URL-safe one, with or without padding. */
function bytesOf(value: unknown, pointer: Pointer): Uint8Array {
  if (typeof value !== 'string' || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(value)) {
    throw new Misfit(pointer, 'should be base64');
  }
  return Buffer.from(value, 'base64');
}

const INT32 = { from: -(2 ** 31), to: 2 ** 31 - 1 } as const;

function integerOf(value: unknown, pointer: Pointer): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < INT32.from || number > INT32.to) {
    throw new Misfit(pointer, 'should be a whole number of 32 bits');
  }
  return number;
}

function enumOf(field: FieldPlan, value: unknown, pointer: Pointer): number {
  if (typeof value === 'number') return integerOf(value, pointer);
  const number = typeof value === 'string' ? field.enum?.byName.get(value) : undefined;
  if (number !== undefined) return number;
  const names = [...(field.enum?.byName.keys() ?? [])].join(', ');
  throw new Misfit(pointer, `should be one of ${names}`);
}

function writeStruct(value: unknown, writer: Writer, pointer: Pointer): void {
  if (!isObject(value)) throw new Misfit(pointer, 'should be an object');
  for (const key in value) {
    if (value[key] === undefined) continue;
    const entry = tagged(writer, 1).fork();
    tagged(entry, 1).string(key);
    tagged(entry, 2).fork();
    writeJsonValue(value[key], entry, at(pointer, key));
    entry.ldelim().ldelim();
  }
}

function writeJsonValue(value: unknown, writer: Writer, pointer: Pointer): void {
  if (value === null || value === undefined) tagged(writer, 1, 0).int32(0);
  else if (typeof value === 'number') tagged(writer, 2, 1).double(value);
  else if (typeof value === 'string') tagged(writer, 3).string(value);
  else if (typeof value === 'boolean') tagged(writer, 4, 0).bool(value);
  else if (Array.isArray(value)) {
    tagged(writer, 6).fork();
    value.forEach((item: unknown, index) => {
      tagged(writer, 1).fork();
      writeJsonValue(item, writer, at(pointer, index));
      writer.ldelim();
    });
    writer.ldelim();
  } else {
    tagged(writer, 5).fork();
    writeStruct(value, writer, pointer);
    writer.ldelim();
  }
}

const RFC_3339 = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2})$/i;

function writeTimestamp(value: unknown, writer: Writer, pointer: Pointer): void {
  const parts = typeof value === 'string' ? RFC_3339.exec(value.trim()) : null;
  const seconds = parts ? Date.parse(`${parts[1]}${parts[3]?.toUpperCase()}`) / 1000 : Number.NaN;
  if (!parts || Number.isNaN(seconds)) throw new Misfit(pointer, 'should be a time such as 2026-01-31T12:00:00Z');
  const nanos = Number((parts[2] ?? '').padEnd(9, '0'));
  tagged(writer, 1, 0).int64(seconds);
  if (nanos > 0) tagged(writer, 2, 0).int32(nanos);
}
