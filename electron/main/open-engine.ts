import { app, session } from 'electron';
import { createEngine, type Engine } from '../engine/engine.ts';
import { startSampleAgent } from '../sample-agent/index.ts';
import { chooseFolder, openSessionFile, saveAs } from './dialogs.ts';
import { openLink } from './guard.ts';
import { dragFile, openFile } from './hand-out.ts';
import { systemCipher } from './vault.ts';

const SAMPLE_SWITCH = 'sample';

/** The engine with everything that the window's process gives it. A bundle of its own: no window needs it to open. */
export async function openEngine(dataDir: string): Promise<Engine> {
  const cipher = await systemCipher();
  const engine = await createEngine({
    dataDir,
    cipher,
    host: 'electron',
    version: process.env.LOUPE_VERSION ?? app.getVersion(),
    platform: process.platform,
    capabilities: {
      dialogs: true,
      externalLinks: true,
      localFiles: true,
      handsOut: true,
      vault: cipher.status().available ? 'os' : 'session',
    },
    startSample: () => startSampleAgent({ port: 0 }),
    dialogs: { open: openSessionFile, saveAs, chooseFolder },
    openExternal: openLink,
    handOut: { open: openFile, drag: dragFile },
    warmUp: true,
    systemProxy: (url) => session.defaultSession.resolveProxy(url),
  });
  // Before the page has asked for anything, so that it begins with this agent.
  if (app.commandLine.hasSwitch(SAMPLE_SWITCH)) await connectSample(engine);
  return engine;
}

async function connectSample(engine: Engine): Promise<void> {
  const sample = await engine.call('agents.sample', {});
  if (!sample.ok) console.error(`The sample agent did not start: ${sample.error.message}`);
}
