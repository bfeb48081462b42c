import { describe, expect, it } from 'vitest';
import { readGrpcStatus } from './grpc-status.ts';

const info = (reason: string) => ({ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason });

describe('a gRPC status', () => {
  it.each([
    [
      { code: 5, message: 'gone', details: [info('TASK_NOT_FOUND')] },
      { code: -32001, name: 'TaskNotFound', message: 'gone', grpcStatus: 'NOT_FOUND', reason: 'TASK_NOT_FOUND' },
    ],
    [
      { code: 9, message: '', details: [info('OWN_REASON')] },
      { message: 'FAILED_PRECONDITION', grpcStatus: 'FAILED_PRECONDITION', reason: 'OWN_REASON' },
    ],
    [
      { code: 5, message: 'TaskNotFoundError: no such task' },
      { code: -32001, message: 'TaskNotFoundError: no such task', grpcStatus: 'NOT_FOUND' },
    ],
    [
      { code: 12, message: 'not here' },
      { code: -32601, message: 'not here', grpcStatus: 'UNIMPLEMENTED' },
    ],
    [
      { code: 14, message: 'down' },
      { message: 'UNAVAILABLE: down', grpcStatus: 'UNAVAILABLE' },
    ],
    [
      { code: 77, message: 'x' },
      { message: 'status 77: x', grpcStatus: 'status 77' },
    ],
    [undefined, { message: 'UNKNOWN', grpcStatus: 'UNKNOWN' }],
  ])('%j', (status, error) => {
    expect(readGrpcStatus(status)).toMatchObject(error);
  });
  it('without a name has no code', () => {
    expect(readGrpcStatus({ code: 2, message: 'Error: broke' })).not.toHaveProperty('code');
  });
});
