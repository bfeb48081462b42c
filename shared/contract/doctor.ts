import type { BindingId, HeaderLines } from '../model/entry.ts';

/** The steps of a connection test, in the order they run. */
export const DOCTOR_STEPS = [
  'address',
  'proxy',
  'dns',
  'tcp',
  'tls',
  'card',
  'json',
  'version',
  'auth',
  'endpoints',
  'call',
] as const;

export type DoctorStepId = (typeof DOCTOR_STEPS)[number];

/** `waiting`: its turn has not come. `skipped`: there was nothing to test; the sentence says why. */
export type DoctorVerdict = 'waiting' | 'running' | 'ok' | 'warning' | 'failed' | 'skipped';

export interface DoctorStep {
  id: DoctorStepId;
  verdict: DoctorVerdict;
  /** What was found, in one or two sentences. */
  message: string;
  /** The next thing to do; absent when there is nothing. */
  next?: string;
  facts: DoctorFact[];
  /** Milliseconds it took. */
  ms?: number;
}

export interface DoctorView {
  agent: string;
  state: 'running' | 'done' | 'stopped';
  /** RFC 3339. */
  started: string;
  steps: DoctorStep[];
  /** Each entry of the card's `supportedInterfaces`, seen from this computer. Absent until that step has run. */
  interfaces?: InterfaceReach[];
  /** Address or options of the agent have changed since. */
  outdated?: true;
}

/** Whether an interface of the card can be reached from this computer. */
export interface InterfaceReach {
  index: number;
  /** As written on the card. */
  url: string;
  binding?: BindingId;
  verdict: 'ok' | 'warning' | 'failed' | 'skipped';
  message: string;
  next?: string;
}

/** Evidence. Every fact is data; the words for it belong to whoever shows it. */
export type DoctorFact =
  | { kind: 'text'; name: DoctorFactName; value: string }
  | AddressFact
  | CertificateFact
  | AnswerFact
  | { kind: 'headers'; lines: HeaderLines }
  | ({ kind: 'interface' } & InterfaceReach);

export type DoctorFactName =
  | 'typed'
  | 'scheme'
  | 'host'
  | 'port'
  | 'proxy'
  | 'proxy-from'
  | 'bypass'
  | 'source'
  | 'protocol'
  | 'cipher'
  | 'client-certificate'
  | 'problem'
  | 'found-at'
  | 'bytes'
  | 'card-name'
  | 'dialect'
  | 'negotiated'
  | 'reason'
  | 'scheme-wanted'
  | 'challenge'
  | 'sent'
  | 'answered'
  | 'exchange';

/** One address of a name, and what connecting to it gave. */
export interface AddressFact {
  kind: 'address';
  /** Number form; of a proxy as `host:port`. */
  address: string;
  family?: 4 | 6;
  port?: number;
  outcome?: 'connected' | 'refused' | 'timeout' | 'unreachable' | 'failed';
  /** The runtime's code of a failure. */
  code?: string;
  /** Milliseconds. */
  ms?: number;
}

/** One certificate of the chain as the server sent it; place 0 is the server's own. */
export interface CertificateFact extends CertificateInfo {
  kind: 'certificate';
  place: number;
}

export interface CertificateInfo {
  subject: string;
  issuer: string;
  /** RFC 3339. */
  from: string;
  to: string;
  /** Names and addresses it is good for. */
  names: string[];
  /** SHA-256, hexadecimal with colons. */
  fingerprint: string;
  selfSigned: boolean;
}

/** What one address answered. */
export interface AnswerFact {
  kind: 'answer';
  method: string;
  url: string;
  /** Absent when no answer came; `trouble` says why. */
  status?: number;
  type?: string;
  ms?: number;
  /** The exchange in the session it was recorded in, and the seq of its request there. */
  session?: string;
  exchange?: number;
  seq?: number;
  trouble?: string;
}

/** What is wrong with options, and what is in the certificates they hold. */
export interface OptionsCheck {
  problems: OptionProblem[];
  /** Certificates of authorities. */
  ca: CertificateInfo[];
  /** The client certificate. */
  client?: CertificateInfo;
}

export interface OptionProblem {
  field: 'endpoint' | 'headers' | 'ca' | 'cert' | 'key' | 'pfx' | 'passphrase' | 'proxy';
  message: string;
}
