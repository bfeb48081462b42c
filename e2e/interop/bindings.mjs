// @ts-check
import { FREE_PORT } from '../../build/peers.mjs';

/** @typedef {import('./compare.mjs').Expected} Expected */
/** @typedef {import('./quirks.mjs').PeerRun} PeerRun */

/** HTTP statuses of errors (1.0 §5.4). @type {Record<number, number>} */
const STATUS_OF_CODE = {
  [-32001]: 404,
  [-32002]: 400,
  [-32003]: 400,
  [-32004]: 400,
  [-32005]: 400,
  [-32006]: 500,
  [-32008]: 400,
  [-32009]: 400,
  [-32602]: 400,
  [-32603]: 500,
};

/**
 * What was expected of JSON-RPC, as HTTP+JSON says it: the same code, which comes from the reason.
 * @param {Expected} expected
 * @returns {Expected}
 */
export function overHttp(expected) {
  const { error } = expected;
  if (error?.layer !== 'rpc') return expected;
  return { ...expected, error: { ...error, layer: 'rest' } };
}

/**
 * As `overHttp`, for servers whose errors have a status and a message alone.
 * @param {Record<number, number>} statuses where they differ from 1.0
 * @returns {(expected: Expected) => Expected}
 */
export const overBareHttp = (statuses) => (expected) => {
  const { rpc_code: code, ...error } = expected.error ?? {};
  if (error.layer !== 'rpc' || code === undefined) return expected;
  const status = statuses[code] ?? STATUS_OF_CODE[code];
  return {
    ...expected,
    error: { ...error, layer: 'rest', http_status: status },
    ...(expected.events && { events: expected.events.map((word) => word.replace(`error ${code}`, `error ${status}`)) }),
  };
};

/**
 * Changes every content part that is expected of an artifact.
 * @param {(part: Record<string, any>) => Record<string, any>} change
 * @returns {(expected: Expected) => Expected}
 */
const parts = (change) => (expected) =>
  expected.artifacts
    ? {
        ...expected,
        artifacts: expected.artifacts.map((artifact) =>
          artifact.content
            ? { ...artifact, content: artifact.content.map((part) => change(/** @type {any} */ (part))) }
            : artifact,
        ),
      }
    : expected;

const twice = (/** @type {string} */ text) => Buffer.from(text).toString('base64');
const once = (/** @type {unknown} */ text) => Buffer.from(String(text), 'base64').toString();

/** Servers that put base64 where the 0.3 proto has bytes, so that ProtoJSON encodes it once more. */
export const encodedTwice = parts((part) => {
  const { raw } = part;
  if (raw === undefined) return part;
  return { ...part, raw: typeof raw === 'string' ? twice(raw) : (/** @type {unknown} */ got) => raw(once(got)) };
});

/** Servers that lose the names of files. */
export const withoutNames = parts(({ filename: _, ...part }) => part);

/** The same server over HTTP+JSON. @param {PeerRun} run @param {Partial<PeerRun>} [differences] @returns {PeerRun} */
export const withHttp = (run, differences) => ({
  ...run,
  binding: 'HTTP+JSON',
  options: [...run.options, '--binding', 'HTTP+JSON'],
  adapt: overHttp,
  ...differences,
});

/** The same server over gRPC. @param {PeerRun} run @param {Partial<PeerRun>} [differences] @returns {PeerRun} */
export const withGrpc = (run, differences) => ({
  ...run,
  binding: 'GRPC',
  args: [...run.args, '--grpc-port', FREE_PORT],
  options: [...run.options, '--binding', 'GRPC'],
  ...differences,
});
