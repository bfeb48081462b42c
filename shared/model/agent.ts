import type { BindingId, DialectId, HeaderLines } from './entry.ts';

/** Choices of the user that override what the card says. Empty fields leave the choice to the card. */
export interface AgentOptions {
  version?: DialectId;
  binding?: BindingId;
  /** Endpoint URL instead of the card's. */
  endpoint?: string;
  tenant?: string;
  extensions?: string[];
  /** Extra request header lines. */
  headers?: HeaderLines;
  tls?: TlsOptions;
  /** Left out: the system's proxy. */
  proxy?: ProxyChoice;
}

/** How TLS connections to one agent are made. Texts are PEM. Key, PKCS#12 and passphrase never leave the engine's memory. */
export interface TlsOptions {
  /** Certificates of authorities that are trusted beside the built-in ones. */
  ca?: string;
  /** Certificate shown to servers that ask for one, with the certificates between it and its authority. */
  cert?: string;
  /** Private key of `cert`. */
  key?: string;
  /** Certificate and key together: PKCS#12 in base64. */
  pfx?: string;
  /** Of `key` or `pfx`. */
  passphrase?: string;
  /** Go on with a certificate that cannot be verified. */
  allowSelfSigned?: boolean;
}

/** `system`: what the environment or the operating system says. `url`: an http proxy named here. */
export type ProxyChoice = { use: 'none' } | { use: 'system' } | { use: 'url'; url: string };

/** Which interface is used, and why. */
export interface Negotiated {
  url: string;
  binding: BindingId;
  dialect: DialectId;
  /** As written on the card. */
  protocolVersion: string;
  tenant?: string;
  /** Index into `supportedInterfaces`; -1 when the user gave an endpoint of their own, or the card has no interface. */
  index: number;
  why: 'first-supported' | 'only-supported' | 'forced' | 'no-interface';
  /** The same in sentences: which entry of the card, which wish, which header line. */
  reason?: string;
  /** False: the user asked for a binding that no entry of the card has. */
  offered?: false;
  /** What became of each entry of `supportedInterfaces`, in its order. */
  verdicts?: InterfaceVerdict[];
}

/** Why an interface of the card was taken or passed over. */
export interface InterfaceVerdict {
  index: number;
  verdict:
    | 'used'
    /** Could be used, but an earlier one was, or another one was asked for. */
    | 'usable'
    /** A binding Loupe does not speak. */
    | 'binding'
    /** A protocol version Loupe does not speak. */
    | 'version'
    /** The url is no http(s) address. */
    | 'url';
  /** Absolute address; as written when it cannot be resolved. */
  url: string;
  binding?: BindingId;
  dialect?: DialectId;
}
