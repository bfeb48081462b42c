import {
  type ChannelCredentials,
  type ChannelOptions,
  Client,
  connectivityState,
  credentials,
  logVerbosity,
  setLogVerbosity,
} from '@grpc/grpc-js';
import type { GrpcAddress } from '../../../../shared/a2a/card/grpc-address.ts';
import type { HttpProxy } from '../../http/proxy.ts';
import type { Connection } from '../../http/types.ts';
import { SSE_FRAME_LIMIT_BYTES } from '../../limits.ts';

// What fails is recorded; standard error belongs to the command line.
setLogVerbosity(logVerbosity.NONE);

/** No second attempt: a call fails with the first one, and a closed client would go on trying. Milliseconds. */
const NO_RECONNECT_MS = 60 * 60 * 1000;

export interface ClientRequest {
  address: GrpcAddress;
  userAgent: string;
  allowSelfSigned: boolean;
  connection?: Connection | undefined;
}

/** A connection of its own for each call: its timings and its trouble are those of this call alone. */
export function openClient({ address, userAgent, allowSelfSigned, connection = {} }: ClientRequest): Client {
  const { identity, proxy } = connection;
  // Secure credentials read the system's certificates, which takes a while.
  const security = address.secure ? secureWith(identity, allowSelfSigned) : credentials.createInsecure();
  return new Client(`dns:${proxy?.authority ?? address.authority}`, security, {
    'grpc.primary_user_agent': userAgent,
    'grpc.max_receive_message_length': SSE_FRAME_LIMIT_BYTES,
    'grpc.use_local_subchannel_pool': 1,
    'grpc.enable_retries': 0,
    'grpc.initial_reconnect_backoff_ms': NO_RECONNECT_MS,
    'grpc.max_reconnect_backoff_ms': NO_RECONNECT_MS,
    // The library would read the environment by rules of its own.
    'grpc.enable_http_proxy': 0,
    'grpc.service_config_disable_resolution': 1,
    ...(proxy && throughProxy(proxy, address)),
  });
}

/** Calls back when the connection stands; never when it does not come about or the client is closed before. */
export function whenReady(client: Client, callback: () => void): void {
  const channel = client.getChannel();
  const look = () => {
    const state = channel.getConnectivityState(false);
    if (state === connectivityState.READY) callback();
    else if (state !== connectivityState.SHUTDOWN) {
      channel.watchConnectivityState(state, Number.POSITIVE_INFINITY, look);
    }
  };
  look();
}

function secureWith(identity: Connection['identity'], allowSelfSigned: boolean): ChannelCredentials {
  const verify = allowSelfSigned ? { rejectUnauthorized: false } : {};
  return identity
    ? credentials.createFromSecureContext(identity.context, verify)
    : credentials.createSsl(null, null, null, verify);
}

/** A tunnel: the proxy is what is connected to, the agent what is asked for. */
function throughProxy({ authorization = '' }: HttpProxy, { authority }: GrpcAddress): ChannelOptions {
  const basic = /^Basic (.*)$/.exec(authorization)?.[1];
  return {
    'grpc.http_connect_target': `dns:${authority}`,
    'grpc.default_authority': authority,
    ...(basic !== undefined && { 'grpc.http_connect_creds': Buffer.from(basic, 'base64').toString() }),
  };
}
