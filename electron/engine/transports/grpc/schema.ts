import protobuf from 'protobufjs';
import type { DialectId } from '../../../../shared/model/entry.ts';
import { A2A_0_3 } from './a2a-0-3.proto.ts';
import { A2A_1_0 } from './a2a-1-0.proto.ts';
import { GOOGLE_RPC } from './google-rpc.proto.ts';

/** Well-known types have JSON forms of their own; `message` is any other. */
export type Kind =
  | 'string'
  | 'bytes'
  | 'bool'
  | 'int32'
  | 'enum'
  | 'message'
  | 'struct'
  | 'value'
  | 'timestamp'
  | 'duration'
  | 'any';

/** What reading and writing a field takes, settled once. */
export interface FieldPlan {
  id: number;
  /** Name in ProtoJSON. */
  json: string;
  kind: Kind;
  repeated: boolean;
  /** An object with text keys, whose values are of `kind`. */
  map: boolean;
  /** Written out in JSON even at its default, because the wire cannot tell that from absence. */
  filled: boolean;
  enum?: { byNumber: ReadonlyMap<number, string>; byName: ReadonlyMap<string, number> };
  message?: MessagePlan;
}

export interface MessagePlan {
  name: string;
  fields: FieldPlan[];
  byId: ReadonlyMap<number, FieldPlan>;
  /** By ProtoJSON name and by the name in the proto; both are to be accepted. */
  byKey: ReadonlyMap<string, FieldPlan>;
}

export interface MethodPlan {
  /** `/package.A2AService/Method`. */
  path: string;
  request: MessagePlan;
  response: MessagePlan;
}

const KINDS: Readonly<Record<string, Kind>> = {
  string: 'string',
  bytes: 'bytes',
  bool: 'bool',
  int32: 'int32',
  'google.protobuf.Struct': 'struct',
  'google.protobuf.Value': 'value',
  'google.protobuf.Timestamp': 'timestamp',
  'google.protobuf.Duration': 'duration',
  'google.protobuf.Any': 'any',
};

const EMPTY: MessagePlan = { name: 'google.protobuf.Empty', fields: [], byId: new Map(), byKey: new Map() };
const REQUIRED = '(google.api.field_behavior)';

const camelCase = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The messages of one proto file. */
class Schema {
  private readonly plans = new Map<string, MessagePlan>();
  readonly space: protobuf.NamespaceBase;
  readonly package: string;

  constructor(text: string) {
    const parsed = protobuf.parse(text, { keepCase: true });
    this.package = parsed.package ?? '';
    this.space = parsed.root.lookup(this.package) as protobuf.NamespaceBase;
  }

  plan(name: string): MessagePlan | undefined {
    const found = this.space.lookup(name, protobuf.Type);
    return found instanceof protobuf.Type ? this.planOf(found) : undefined;
  }

  planOf(type: protobuf.Type): MessagePlan {
    const known = this.plans.get(type.fullName);
    if (known) return known;
    const byId = new Map<number, FieldPlan>();
    const byKey = new Map<string, FieldPlan>();
    const plan: MessagePlan = { name: type.name, fields: [], byId, byKey };
    // Known before its fields are, for types that hold themselves.
    this.plans.set(type.fullName, plan);
    for (const field of type.fieldsArray) {
      const made = this.fieldOf(type, field);
      plan.fields.push(made);
      byId.set(made.id, made);
      byKey.set(field.name, made);
      byKey.set(made.json, made);
    }
    return plan;
  }

  private fieldOf(type: protobuf.Type, field: protobuf.Field): FieldPlan {
    const options = field.options ?? {};
    const made: FieldPlan = {
      id: field.id,
      json: typeof options.json_name === 'string' ? options.json_name : camelCase(field.name),
      kind: KINDS[field.type] ?? 'message',
      repeated: field.repeated,
      map: field instanceof protobuf.MapField,
      filled: options[REQUIRED] === 'REQUIRED',
    };
    if (made.kind !== 'message') return made;
    const found = type.lookup(field.type, [protobuf.Type, protobuf.Enum]);
    if (found instanceof protobuf.Enum) {
      const byName = new Map(Object.entries(found.values));
      const byNumber = new Map([...byName].map(([name, number]) => [number, name]));
      return { ...made, kind: 'enum', enum: { byName, byNumber } };
    }
    if (!(found instanceof protobuf.Type)) throw new Error(`${type.name}.${field.name}: no type ${field.type}`);
    made.message = this.planOf(found);
    return made;
  }
}

const TEXTS: Readonly<Record<DialectId, string>> = { '1.0': A2A_1_0, '0.3': A2A_0_3 };
const schemas = new Map<string, Schema>();

function schemaOf(text: string): Schema {
  let schema = schemas.get(text);
  if (!schema) {
    schema = new Schema(text);
    schemas.set(text, schema);
  }
  return schema;
}

/** A method of the A2A service of a version; undefined when that version has none of the name. */
export function methodPlan(dialect: DialectId, method: string): MethodPlan | undefined {
  const schema = schemaOf(TEXTS[dialect]);
  const service = schema.space.lookupService('A2AService');
  const found = service.methods[method];
  if (!found) return undefined;
  const request = schema.plan(found.requestType);
  const response = found.responseType === EMPTY.name ? EMPTY : schema.plan(found.responseType);
  if (!request || !response) throw new Error(`${method}: the proto lacks a type`);
  return { path: `/${schema.package}.A2AService/${method}`, request, response };
}

/** A message of `google.rpc`, by its name without the package. */
export const rpcPlan = (name: string): MessagePlan | undefined => schemaOf(GOOGLE_RPC).plan(name);
