import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EntryView } from '../../../shared/contract/views.ts';
import type { Row } from '../../../shared/model/row.ts';
import { ask } from '../../state/bridge.ts';
import { rowOfSeq } from '../../state/log.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Code } from '../../ui/Code.tsx';
import { Empty } from '../../ui/Notice.tsx';
import { formatBytes, formatCount, showHidden } from '../../ui/text.ts';
import { fromBase64, hexLines } from '../../views/hex.ts';
import { LateLoading } from '../../views/LateLoading.tsx';
import type { Exchange } from './view-model.ts';

export interface BodyViewProps {
  kind: 'text' | 'request' | 'hex';
  session: string;
  rows: readonly Row[];
  exchange: Exchange | undefined;
  seq: number | undefined;
  facts: readonly EntryView[];
}

/** The beginning of a body. */
interface Page {
  /** UTF-8 text, or base64 when `binary`. */
  text: string;
  /** Characters of the whole. */
  total: number;
  binary: boolean;
}

/** Characters laid out at first, a multiple of four; a click adds as many. */
const PAGE_CHARS = { text: 100_000, request: 100_000, hex: 20_000 } as const;

/** The bytes of the selected frame, or of the request, whole and as they are. */
export function BodyView(props: BodyViewProps) {
  const { kind, exchange, seq, rows } = props;
  const target = exchange && bodyOf(kind, exchange, seq, rows);
  if (target === undefined) {
    return (
      <div className="wire-bytes">
        <Empty panel="wire-body">{t('wire.body.none')}</Empty>
      </div>
    );
  }
  return <Bytes key={`${kind} ${target}`} {...props} target={target} />;
}

/** The row whose body is meant: the selected one of the exchange, or the only one there is. */
function bodyOf(
  kind: BodyViewProps['kind'],
  exchange: Exchange,
  seq: number | undefined,
  rows: readonly Row[],
): number | undefined {
  const request = exchange.facts[0];
  if (kind === 'request') return request;
  if (seq !== undefined && seq === request) return request;
  const { frames, facts } = exchange;
  if (frames.length === 1) return rows[frames[0] ?? -1]?.seq;
  const row = seq === undefined ? undefined : rowOfSeq(seq);
  return row && row.exchange === exchange.number && !facts.includes(row.seq) ? row.seq : undefined;
}

function Bytes({ kind, session, target, facts }: BodyViewProps & { target: number }) {
  const [shown, setShown] = useState<number>(PAGE_CHARS[kind]);
  const request = facts.find(({ entry }) => entry.seq === target && entry.kind === 'request')?.entry;
  const query = useQuery<Page>({
    queryKey: ['wire-bytes', session, target, shown],
    queryFn: async ({ signal }) => {
      const body = await ask('entries.body', { session, seq: target, offset: 0, length: shown }, signal);
      const [frame] = await ask('wire.frames', { session, seqs: [target] }, signal);
      return { ...body, binary: frame?.binary === true };
    },
    gcTime: 10_000,
    placeholderData: (old) => old,
  });
  const body = query.data;
  if (!body) {
    return (
      <div className="wire-bytes">
        <LateLoading panel="wire-body">{t('empty.loading')}</LateLoading>
      </div>
    );
  }
  const binary = body.binary || (request?.kind === 'request' && request.body.base64 !== undefined);
  if (body.total === 0) {
    return (
      <div className="wire-bytes">
        <Empty panel="wire-body">{t('wire.body.request.none')}</Empty>
      </div>
    );
  }
  const text =
    kind === 'hex' || binary
      ? hexLines(binary ? fromBase64(body.text) : new TextEncoder().encode(body.text))
      : showHidden(body.text);
  return (
    <div className="wire-bytes" data-testid="wire-bytes" data-seq={target} data-view={kind}>
      <Code className="wire-code">{text}</Code>
      {body.total > body.text.length ? (
        <div className="hflex wire-more">
          <span className="hint" title={formatCount(body.total)}>
            {t('wire.body.cut', { shown: formatBytes(body.text.length), total: formatBytes(body.total) })}
          </span>
          <Button size="s" onClick={() => setShown(shown + PAGE_CHARS[kind])}>
            {t('wire.body.more')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
