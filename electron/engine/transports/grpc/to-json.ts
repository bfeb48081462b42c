import protobuf from 'protobufjs';
import { type FieldPlan, type MessagePlan, rpcPlan } from './schema.ts';

type Fields = Record<string, unknown>;
type Reader = protobuf.Reader;

/** Messages and values inside each other; deeper ones are refused, as protobuf libraries do. */
const DEPTH_LIMIT = 100;

const LENGTH_DELIMITED = 2;

/**
 * The ProtoJSON of a protobuf message. Fields that the proto does not know stay visible as `#number`, bytes of them in
 * base64. Throws a RangeError or Error when the bytes are no protobuf.
 */
export function protoToJson(plan: MessagePlan, bytes: Uint8Array): Fields {
  const reader = protobuf.Reader.create(bytes);
  return readMessage(plan, reader, reader.len, 0);
}

/** Sets a key so that even `__proto__` becomes an ordinary one. */
function put(target: Fields, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else target[key] = value;
}

function readMessage(plan: MessagePlan, reader: Reader, end: number, depth: number): Fields {
  if (depth > DEPTH_LIMIT) throw new RangeError('the message is nested too deeply');
  const value: Fields = {};
  while (reader.pos < end) {
    const tag = reader.uint32();
    const field = plan.byId.get(tag >>> 3);
    if (field === undefined || (tag & 7) !== wireOf(field)) readUnknown(value, tag, reader);
    else if (field.map) readEntry(value, field, reader, depth);
    else if (field.repeated) {
      const list = (value[field.json] ?? []) as unknown[];
      list.push(readValue(field, reader, depth));
      value[field.json] = list;
    } else value[field.json] = readValue(field, reader, depth);
  }
  if (reader.pos !== end) throw new RangeError('a field ends outside of its message');
  for (const field of plan.fields) {
    if (field.filled && value[field.json] === undefined) fill(value, field);
  }
  return value;
}

const wireOf = (field: FieldPlan): number =>
  !field.map && (field.kind === 'bool' || field.kind === 'int32' || field.kind === 'enum') ? 0 : LENGTH_DELIMITED;

/** A missing message stays missing: there the wire can tell. */
function fill(value: Fields, field: FieldPlan): void {
  if (field.map) value[field.json] = {};
  else if (field.repeated) value[field.json] = [];
  else if (field.kind === 'string') value[field.json] = '';
  else if (field.kind === 'int32') value[field.json] = 0;
  else if (field.kind === 'enum') value[field.json] = field.enum?.byNumber.get(0) ?? 0;
}

function readEntry(value: Fields, field: FieldPlan, reader: Reader, depth: number): void {
  const end = endOf(reader);
  const map = (value[field.json] ?? {}) as Fields;
  let key = '';
  let item: unknown = field.kind === 'string' ? '' : {};
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag >>> 3 === 1) key = reader.string();
    else if (tag >>> 3 === 2) item = readValue(field, reader, depth);
    else reader.skipType(tag & 7);
  }
  put(map, key, item);
  value[field.json] = map;
}

function endOf(reader: Reader): number {
  const length = reader.uint32();
  const end = reader.pos + length;
  if (end > reader.len) throw new RangeError('the message is shorter than it says');
  return end;
}

function readValue(field: FieldPlan, reader: Reader, depth: number): unknown {
  switch (field.kind) {
    case 'string':
      return reader.string();
    case 'bytes':
      return base64(reader.bytes());
    case 'bool':
      return reader.bool();
    case 'int32':
      return reader.int32();
    case 'enum': {
      const number = reader.int32();
      return field.enum?.byNumber.get(number) ?? number;
    }
    case 'message':
      return readMessage(field.message as MessagePlan, reader, endOf(reader), depth + 1);
    case 'struct':
      return readStruct(reader, endOf(reader), depth + 1);
    case 'value':
      return readJsonValue(reader, endOf(reader), depth + 1);
    case 'timestamp':
      return timestampText(readTime(reader, endOf(reader)));
    case 'duration':
      return durationText(readTime(reader, endOf(reader)));
    case 'any':
      return readAny(reader, endOf(reader), depth + 1);
  }
}

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

function readUnknown(value: Fields, tag: number, reader: Reader): void {
  const key = `#${tag >>> 3}`;
  const found = unknownValue(tag & 7, reader);
  const known = value[key];
  if (known === undefined) value[key] = found;
  else value[key] = Array.isArray(known) ? [...known, found] : [known, found];
}

function unknownValue(wire: number, reader: Reader): unknown {
  switch (wire) {
    case 0:
      return numberOf(reader.int64());
    case 1:
      return numberOf(reader.fixed64());
    case LENGTH_DELIMITED:
      return base64(reader.bytes());
    case 5:
      return reader.fixed32();
    default:
      throw new RangeError(`wire type ${wire} is not in use`);
  }
}

/** 64-bit numbers are objects where the library finds a package for them. */
const numberOf = (value: unknown): number => Number(String(value));

/* google.protobuf.Struct, Value and ListValue are JSON itself. */

function readStruct(reader: Reader, end: number, depth: number): Fields {
  const value: Fields = {};
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag !== 10) {
      readUnknown(value, tag, reader);
      continue;
    }
    const entryEnd = endOf(reader);
    let key = '';
    let item: unknown = null;
    while (reader.pos < entryEnd) {
      const entryTag = reader.uint32();
      if (entryTag === 10) key = reader.string();
      else if (entryTag === 18) item = readJsonValue(reader, endOf(reader), depth);
      else reader.skipType(entryTag & 7);
    }
    put(value, key, item);
  }
  return value;
}

function readJsonValue(reader: Reader, end: number, depth: number): unknown {
  if (depth > DEPTH_LIMIT) throw new RangeError('the value is nested too deeply');
  let value: unknown = null;
  while (reader.pos < end) {
    const tag = reader.uint32();
    switch (tag) {
      case 8:
        reader.int32();
        value = null;
        break;
      case 17:
        value = jsonNumber(reader.double());
        break;
      case 26:
        value = reader.string();
        break;
      case 32:
        value = reader.bool();
        break;
      case 42:
        value = readStruct(reader, endOf(reader), depth + 1);
        break;
      case 50:
        value = readList(reader, endOf(reader), depth + 1);
        break;
      default:
        reader.skipType(tag & 7);
    }
  }
  return value;
}

function readList(reader: Reader, end: number, depth: number): unknown[] {
  const list: unknown[] = [];
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === 10) list.push(readJsonValue(reader, endOf(reader), depth));
    else reader.skipType(tag & 7);
  }
  return list;
}

/** JSON has no such numbers; ProtoJSON writes them as text. */
const jsonNumber = (number: number): number | string => (Number.isFinite(number) ? number : String(number));

interface Time {
  seconds: number;
  nanos: number;
}

function readTime(reader: Reader, end: number): Time {
  const time: Time = { seconds: 0, nanos: 0 };
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === 8) time.seconds = numberOf(reader.int64());
    else if (tag === 16) time.nanos = reader.int32();
    else reader.skipType(tag & 7);
  }
  return time;
}

/** Three, six or nine digits, or none. */
function fraction(nanos: number): string {
  if (nanos === 0) return '';
  const digits = String(nanos).padStart(9, '0');
  return `.${digits.replace(/(?:000){1,2}$/, '')}`;
}

/** RFC 3339 in UTC; an impossible time is shown as what it consists of. */
function timestampText({ seconds, nanos }: Time): unknown {
  const date = new Date(seconds * 1000);
  const sane = nanos >= 0 && nanos < 1e9 && !Number.isNaN(date.getTime());
  return sane ? date.toISOString().replace(/\.\d+Z$/, `${fraction(nanos)}Z`) : { seconds, nanos };
}

const durationText = ({ seconds, nanos }: Time): string =>
  `${seconds < 0 || nanos < 0 ? '-' : ''}${Math.abs(seconds)}${fraction(Math.abs(nanos))}s`;

const ANY_PACKAGE = 'google.rpc.';

function readAny(reader: Reader, end: number, depth: number): Fields {
  let type = '';
  let content: Uint8Array = new Uint8Array();
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === 10) type = reader.string();
    else if (tag === 18) content = reader.bytes();
    else reader.skipType(tag & 7);
  }
  const name = type.slice(type.lastIndexOf('/') + 1);
  const plan = name.startsWith(ANY_PACKAGE) ? rpcPlan(name.slice(ANY_PACKAGE.length)) : undefined;
  const inner = protobuf.Reader.create(content);
  if (plan) return { '@type': type, ...readMessage(plan, inner, inner.len, depth) };
  if (name === 'google.protobuf.Struct') return { '@type': type, value: readStruct(inner, inner.len, depth) };
  return { '@type': type, value: base64(content) };
}
