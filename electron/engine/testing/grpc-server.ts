import * as grpc from '@grpc/grpc-js';
import type { DialectId } from '../../../shared/model/entry.ts';
import { jsonToProto } from '../transports/grpc/from-json.ts';
import { methodPlan } from '../transports/grpc/schema.ts';
import { protoToJson } from '../transports/grpc/to-json.ts';

type Fields = Record<string, unknown>;

/** Answers a call: messages in ProtoJSON, then an end or an error. */
export type GrpcAnswer = (call: {
  method: string;
  request: Fields;
  metadata: grpc.Metadata;
  /** Sends initial metadata. */
  head(metadata: grpc.Metadata): void;
  message(value: Fields): void;
  /** Ends with OK, or with a status. */
  end(status?: { code: number; details?: string; metadata?: grpc.Metadata }): void;
  onCancel(listener: () => void): void;
}) => void;

export interface GrpcTestServer {
  port: number;
  close(): void;
}

const METHODS = {
  '1.0': ['SendMessage', 'SendStreamingMessage', 'GetTask', 'ListTasks', 'SubscribeToTask', 'GetExtendedAgentCard'],
  '0.3': ['SendMessage', 'SendStreamingMessage', 'GetTask', 'TaskSubscription', 'CreateTaskPushNotificationConfig'],
} as const;

/** A real gRPC server on loopback, with the service of one version. */
export function startGrpc(
  answer: GrpcAnswer,
  options: { dialect?: DialectId; key?: string; cert?: string } = {},
): Promise<GrpcTestServer> {
  const { dialect = '1.0', key, cert } = options;
  const server = new grpc.Server();
  const definition: Record<string, grpc.MethodDefinition<Fields, Fields>> = {};
  const handlers: Record<string, grpc.handleServerStreamingCall<Fields, Fields>> = {};
  for (const method of METHODS[dialect]) {
    const plan = methodPlan(dialect, method);
    if (!plan) throw new Error(`no method ${method}`);
    const encode = (value: Fields): Buffer => {
      const bytes = jsonToProto(plan.response, value);
      if (!bytes.ok) throw new Error(bytes.error.message);
      return Buffer.from(bytes.value);
    };
    definition[method] = {
      path: plan.path,
      requestStream: false,
      // One message or many look the same on the wire.
      responseStream: true,
      requestSerialize: () => Buffer.alloc(0),
      requestDeserialize: (bytes) => protoToJson(plan.request, bytes),
      responseSerialize: encode,
      responseDeserialize: () => ({}),
    };
    handlers[method] = (call) => {
      call.on('error', () => undefined);
      answer({
        method,
        request: call.request,
        metadata: call.metadata,
        head: (metadata) => call.sendMetadata(metadata),
        message: (value) => call.write(value),
        end(status) {
          if (!status) call.end();
          else call.emit('error', { metadata: new grpc.Metadata(), ...status });
        },
        onCancel: (listener) => call.on('cancelled', listener),
      });
    };
  }
  server.addService(definition, handlers);
  const security =
    key && cert
      ? grpc.ServerCredentials.createSsl(null, [{ private_key: Buffer.from(key), cert_chain: Buffer.from(cert) }])
      : grpc.ServerCredentials.createInsecure();
  return new Promise((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', security, (error, port) => {
      if (error) reject(error);
      else resolve({ port, close: () => server.forceShutdown() });
    });
  });
}
