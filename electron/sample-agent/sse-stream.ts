import type { ServerResponse } from 'node:http';

/** Silence after which a comment line keeps proxies and clients from giving up, in milliseconds. */
const KEEP_ALIVE_MS = 15_000;

/** A response body of Server-Sent Events that knows whether its socket takes more. */
export class SseStream {
  /** Called when the socket takes data again, and once when the client has gone. */
  onChange: () => void = () => {};
  private readonly response: ServerResponse;
  private readonly keepAlive: NodeJS.Timeout;
  private blocked = false;
  private open = true;

  constructor(response: ServerResponse, keepAliveMs = KEEP_ALIVE_MS) {
    this.response = response;
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    response.flushHeaders();
    response.on('drain', () => {
      this.blocked = false;
      this.onChange();
    });
    response.on('close', () => this.finish());
    this.keepAlive = setTimeout(() => this.comment(), keepAliveMs);
  }

  /** False while the socket's buffer is full; a writer that respects it never piles events up in memory. */
  get hasRoom(): boolean {
    return !this.blocked;
  }

  /** False once the client has gone or the stream was ended. */
  get isOpen(): boolean {
    return this.open;
  }

  /** Writes one event of one `data` line; `json` must hold no line break. */
  send(json: string): void {
    if (!this.open) return;
    this.blocked = !this.response.write(`data: ${json}\n\n`);
    this.keepAlive.refresh();
  }

  end(): void {
    if (!this.open) return;
    this.finish();
    this.response.end();
  }

  private comment(): void {
    if (!this.blocked) this.response.write(': keep-alive\n\n');
    this.keepAlive.refresh();
  }

  private finish(): void {
    if (!this.open) return;
    this.open = false;
    this.blocked = false;
    clearTimeout(this.keepAlive);
    this.onChange();
  }
}
