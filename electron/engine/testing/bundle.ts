import { build } from 'esbuild';

/** Bundles a TypeScript file for a child process of plain Node. */
export async function bundleForNode(entry: string, outfile: string): Promise<void> {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node16.17',
    format: 'cjs',
    logLevel: 'silent',
  });
}
