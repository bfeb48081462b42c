export interface Peer {
  /** Address to give to the application. */
  url: string;
  close(): Promise<void>;
}

/** Starts the built-in agent on a free loopback port of this process. */
export async function startPeer(): Promise<Peer> {
  const { startSampleAgent } = await import('../../electron/sample-agent/index.ts');
  return startSampleAgent({ port: 0 });
}
