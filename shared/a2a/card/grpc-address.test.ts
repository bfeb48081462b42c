import { describe, expect, it } from 'vitest';
import { grpcAddress } from './grpc-address.ts';

describe('the address of a gRPC interface', () => {
  it.each([
    ['127.0.0.1:50051', '127.0.0.1', 50051, false],
    [' localhost:50051 ', 'localhost', 50051, false],
    ['[::1]:50051', '::1', 50051, false],
    ['10.1.2.3:50051', '10.1.2.3', 50051, false],
    ['agent:50051', 'agent', 50051, false],
    ['0.0.0.0:1', '0.0.0.0', 1, false],
    ['agent.example.com:50051', 'agent.example.com', 50051, true],
    ['agent.example.com', 'agent.example.com', 443, true],
    ['localhost', 'localhost', 443, true],
    ['127.0.0.1:443', '127.0.0.1', 443, true],
    ['8.8.8.8:50051', '8.8.8.8', 50051, true],
    ['grpc://agent.example.com:50051', 'agent.example.com', 50051, false],
    ['grpcs://127.0.0.1:50051', '127.0.0.1', 50051, true],
    ['http://agent.example.com:80/', 'agent.example.com', 80, false],
    ['HTTPS://agent.example.com/a2a', 'agent.example.com', 443, true],
    ['dns:///agent.example.com:50051', 'agent.example.com', 50051, true],
    ['dns:localhost:50051', 'localhost', 50051, false],
  ])('%s', (written, host, port, secure) => {
    expect(grpcAddress(written)).toMatchObject({ host, port, secure });
  });
  it('keeps the brackets in the authority', () => {
    expect(grpcAddress('[::1]:50051')?.authority).toBe('[::1]:50051');
    expect(grpcAddress('::1')?.authority).toBe('[::1]:443');
  });
  it.each(['', 'ftp://h:1', 'h:port', 'unix:///tmp/x', 'a b:1'])('is not %j', (written) => {
    expect(grpcAddress(written)).toBeUndefined();
  });
});
