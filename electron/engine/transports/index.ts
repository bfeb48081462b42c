import type { Supported } from '../../../shared/a2a/card/choose-interface.ts';
import type { Negotiated } from '../../../shared/contract/views.ts';
import { createGrpc } from './grpc.ts';
import { createJsonRpcHttp } from './jsonrpc-http.ts';
import { createRestHttp } from './rest-http.ts';
import type { Transport, TransportTools } from './transport.ts';

/** Every transport there is. */
const makers: readonly ((tools: TransportTools) => Transport)[] = [createJsonRpcHttp, createRestHttp, createGrpc];

export interface Transports {
  supported: readonly Supported[];
  /** The transport for an interface; undefined when none carries it yet. */
  for(target: Negotiated): Transport | undefined;
}

export function createTransports(tools: TransportTools): Transports {
  const all = makers.map((make) => make(tools));
  return {
    supported: all.flatMap((transport) => transport.speaks),
    for: (target) => all.find((transport) => transport.supports(target)),
  };
}
