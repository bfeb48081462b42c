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
}

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
