import type { InputOf } from '../../../shared/contract/procedures.ts';
import type { Reply } from '../../../shared/lib/result.ts';
import { done } from '../../../shared/lib/result.ts';
import type { Entry } from '../../../shared/model/entry.ts';
import { requestHead, responseHead } from '../../../shared/replay/http-text.ts';
import { call } from '../../state/bridge.ts';
import { t } from '../../strings/index.ts';
import type { Exchange } from './view-model.ts';

/** What can be copied of an exchange; `frame` is the selected one. */
export const COPIES = [
  'frame',
  'request.head',
  'response.head',
  'request.body',
  'response.body',
  'exchange',
  'bash',
  'cmd',
] as const;
export type CopyKind = (typeof COPIES)[number];

export interface Copied {
  text: string;
  /** What the person has to know about the text. */
  remark?: string;
}

/** The whole body of an entry as text; base64 where it is none. */
export async function wholeBody(session: string, seq: number): Promise<Reply<string>> {
  const reply = await call('entries.body', { session, seq, offset: 0, length: Number.MAX_SAFE_INTEGER });
  return reply.ok ? done(reply.value.text) : reply;
}

/** Makes the text for a copy. */
export async function copyOf(
  session: string,
  exchange: Exchange,
  kind: CopyKind,
  frame: number | undefined,
): Promise<Reply<Copied>> {
  switch (kind) {
    case 'bash':
    case 'cmd':
      return curl({ session, exchange: exchange.number, shell: kind });
    case 'exchange':
    case 'response.body': {
      const part = kind === 'exchange' ? 'exchange' : 'answer';
      return call('wire.text', { session, exchange: exchange.number, part });
    }
    case 'request.head':
    case 'response.head':
      return head(session, exchange, kind === 'request.head' ? 'request' : 'head');
    case 'request.body':
      return plain(await wholeBody(session, exchange.facts[0] ?? 0));
    case 'frame':
      return plain(await wholeBody(session, frame ?? 0));
  }
}

const plain = (reply: Reply<string>): Reply<Copied> => (reply.ok ? done({ text: reply.value }) : reply);

async function curl(input: InputOf<'wire.curl'>): Promise<Reply<Copied>> {
  const reply = await call('wire.curl', input);
  if (!reply.ok) return reply;
  const { text, variables } = reply.value;
  if (variables.length === 0) return done({ text });
  return done({ text, remark: t('wire.copy.variables', { names: variables.join(', '), count: variables.length }) });
}

async function head(session: string, exchange: Exchange, kind: 'request' | 'head'): Promise<Reply<Copied>> {
  const reply = await call('entries.read', { session, seqs: exchange.facts });
  if (!reply.ok) return reply;
  const blocks = reply.value.map(({ entry }) => headOf(entry, kind)).filter((block) => block !== '');
  return done({ text: `${blocks.join('\n\n')}\n` });
}

function headOf(entry: Entry, kind: 'request' | 'head'): string {
  if (entry.kind === 'request' && kind === 'request') return requestHead(entry).join('\n');
  return entry.kind === 'head' && kind === 'head' ? responseHead(entry).join('\n') : '';
}
