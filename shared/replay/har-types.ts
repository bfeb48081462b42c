/** HTTP Archive 1.2, as far as it is written here. Keys that begin with `_` are our own, as the format allows. */
export interface HarLog {
  version: '1.2';
  creator: { name: string; version: string };
  entries: HarEntry[];
  comment?: string;
}

export interface HarPair {
  name: string;
  value: string;
}

export interface HarEntry {
  /** ISO 8601. */
  startedDateTime: string;
  /** Milliseconds: the sum of all timings that are not -1, `ssl` left out. */
  time: number;
  request: HarRequest;
  response: HarResponse;
  cache: Record<string, never>;
  timings: HarTimings;
  comment?: string;
  _loupe: HarExtras;
}

export interface HarRequest {
  method: string;
  url: string;
  httpVersion: string;
  cookies: HarPair[];
  headers: HarPair[];
  queryString: HarPair[];
  postData?: { mimeType: string; text: string; _encoding?: 'base64' };
  /** Bytes; -1 when a value was masked and the size is not known. */
  headersSize: number;
  bodySize: number;
}

export interface HarResponse {
  /** 0 when no answer came. */
  status: number;
  statusText: string;
  httpVersion: string;
  cookies: HarPair[];
  headers: HarPair[];
  content: {
    /** Bytes after decoding. */
    size: number;
    /** Bytes saved by a content encoding. */
    compression?: number;
    mimeType: string;
    text?: string;
    encoding?: 'base64';
  };
  redirectURL: string;
  headersSize: number;
  /** Bytes as received; -1 when not known yet. */
  bodySize: number;
}

/** Milliseconds each; -1 where a step did not happen. */
export interface HarTimings {
  blocked: number;
  dns: number;
  connect: number;
  ssl: number;
  send: number;
  wait: number;
  receive: number;
}

export interface HarExtras {
  exchange: number;
  operation: string;
  agent: string;
  binding?: string;
  dialect?: string;
  /** How the exchange ended; absent while it is open, and on the hops before the last. */
  cause?: string;
  error?: { code: string; message: string };
  trailers?: HarPair[];
  frames: HarFrame[];
}

export interface HarFrame {
  seq: number;
  /** Milliseconds since the request of this entry. */
  at: number;
  framing: string;
  bytes: number;
  event?: string;
  id?: string;
  retry?: number;
}
