import type { Step } from '../step.ts';
import { address } from './address.ts';
import { auth } from './auth.ts';
import { call } from './call.ts';
import { card } from './card.ts';
import { dns } from './dns.ts';
import { endpoints } from './endpoints.ts';
import { json } from './json.ts';
import { proxy } from './proxy.ts';
import { tcp } from './tcp.ts';
import { tls } from './tls.ts';
import { version } from './version.ts';

/** Every step of a connection test, in the order they run. */
export const steps: readonly Step[] = [address, proxy, dns, tcp, tls, card, json, version, auth, endpoints, call];
