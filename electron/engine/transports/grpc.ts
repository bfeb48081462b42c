import { grpcAddress } from '../../../shared/a2a/card/grpc-address.ts';
import { dialects } from '../../../shared/a2a/dialects/index.ts';
import { operations } from '../../../shared/a2a/operations.ts';
import { refused } from '../../../shared/lib/result.ts';
import type { Transport, TransportTools } from './transport.ts';

/**
 * gRPC (1.0 §10, 0.3 §3.2.2), in plain text and over TLS. What it needs is loaded at the first call: few agents offer
 * gRPC, and the start should not wait for it.
 */
export function createGrpc(tools: TransportTools): Transport {
  return {
    id: 'grpc',
    // On request: messages of JSON can be shown byte for byte, those of gRPC only as what was read from them.
    speaks: [
      { binding: 'GRPC', dialect: '1.0', onRequest: true },
      { binding: 'GRPC', dialect: '0.3', onRequest: true },
    ],
    supports: (target) => target.binding === 'GRPC' && grpcAddress(target.url) !== undefined,
    async prepare(call) {
      const { operation, target } = call;
      const method = operations[operation].grpc[target.dialect];
      const message = dialects[target.dialect].encode(operation, call.request, 'GRPC');
      if (method === undefined || message === undefined) {
        return refused('not-supported', `${operation} does not exist in A2A ${target.dialect} over gRPC.`);
      }
      const { prepareGrpc } = await import('./grpc/prepare.ts');
      return prepareGrpc(call, method, message, tools.userAgent);
    },
  };
}
