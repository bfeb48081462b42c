import { type GrpcAddress, grpcAddress } from '../../../../shared/a2a/card/grpc-address.ts';
import { dialects } from '../../../../shared/a2a/dialects/index.ts';
import { done, type Reply, refused } from '../../../../shared/lib/result.ts';
import { overrideHeaders } from '../../http/headers.ts';
import type { Call, PreparedCall } from '../transport.ts';
import { sendGrpc } from './call.ts';
import { jsonToProto } from './from-json.ts';
import { toMetadata } from './metadata.ts';
import { methodPlan } from './schema.ts';

/** Encodes a call as protobuf. Refused when the proto has no place for something in the request or its metadata. */
export function prepareGrpc(
  call: Call,
  method: string,
  message: Record<string, unknown>,
  userAgent: string,
): Reply<PreparedCall> {
  const { target } = call;
  const address = grpcAddress(target.url);
  const plan = methodPlan(target.dialect, method);
  if (!address || !plan) return refused('not-supported', `${method} cannot be called at ${target.url} over gRPC.`);
  const encoded = jsonToProto(plan.request, message);
  if (!encoded.ok) return encoded;
  const lines = overrideHeaders(dialects[target.dialect].headers(call.extensions), call.headers);
  const metadata = toMetadata(lines, userAgent);
  if (!metadata.ok) return metadata;
  const { value: bytes } = encoded;
  return done({
    send: (sink) =>
      sendGrpc(
        {
          address,
          url: urlOf(address, plan.path),
          path: plan.path,
          metadata: metadata.value,
          bytes,
          text: JSON.stringify(message),
          response: plan.response,
          timeouts: call.timeouts,
          allowSelfSigned: call.allowSelfSigned,
          ...(call.connection && { connection: call.connection }),
        },
        sink,
      ),
  });
}

const urlOf = ({ secure, authority }: GrpcAddress, path: string): string =>
  `${secure ? 'https' : 'http'}://${authority}${path}`;
