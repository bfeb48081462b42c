import { noteInWire } from '../state/jump.ts';
import { showWire } from '../state/layout.ts';
import { exportHar } from '../state/sessions.ts';

/** Exports a session as an HTTP Archive; a refusal is shown where the bytes are. */
export async function saveHar(session: string): Promise<void> {
  const reply = await exportHar(session);
  if (reply.ok) return;
  noteInWire({ tone: 'trouble', text: reply.error.message });
  showWire(true);
}
