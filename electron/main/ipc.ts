import { ipcMain, type WebContents, type WebFrameMain } from 'electron';
import { CHANNELS } from '../../shared/contract/channels.ts';
import { refused } from '../../shared/lib/result.ts';
import type { PageEngine } from './coming-engine.ts';
import { type Connection, createConnection } from './connection.ts';
import { isTrustedFrame } from './origin.ts';

interface SenderEvent {
  readonly sender: WebContents;
  readonly senderFrame: WebFrameMain | null;
}

/** Serves windows over the channels. */
export interface Bridge {
  /** Lets a window's page talk to the engine; a page that reloads or is gone loses its calls and feeds. */
  connect(contents: WebContents): void;
}

/** Listens on the channels. Messages of frames that are not a connected window's own page are refused. */
export function createBridge(engine: PageEngine): Bridge {
  const connections = new Map<WebContents, Connection>();

  const connectionOf = (event: SenderEvent): Connection | undefined =>
    isTrustedFrame(frameOf(event)) ? connections.get(event.sender) : undefined;

  ipcMain.handle(CHANNELS.call, async (event, message: unknown): Promise<string> => {
    const connection = connectionOf(event);
    const reply = connection ? connection.call(message) : refused('auth', 'Only the window itself may ask this.');
    return JSON.stringify(await reply);
  });
  ipcMain.on(CHANNELS.abort, (event, id: unknown) => connectionOf(event)?.abort(id));
  ipcMain.on(CHANNELS.feed, (event, control: unknown) => connectionOf(event)?.feed(control));

  return {
    connect(contents) {
      const open = () =>
        createConnection(engine, (delivery) => {
          if (!contents.isDestroyed()) contents.send(CHANNELS.feed, delivery);
        });
      const renew = () => {
        connections.get(contents)?.close();
        connections.set(contents, open());
      };
      connections.set(contents, open());
      contents.on('did-navigate', renew);
      contents.on('render-process-gone', renew);
      contents.on('destroyed', () => {
        connections.get(contents)?.close();
        connections.delete(contents);
      });
    },
  };
}

function frameOf(event: SenderEvent): WebFrameMain | null {
  try {
    return event.senderFrame;
  } catch {
    return null;
  }
}
