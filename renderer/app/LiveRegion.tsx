import { useEffect } from 'react';
import type { Row } from '../../shared/model/row.ts';
import { stateClass } from '../../shared/model/task.ts';
import { announce, announceNow, useSpoken } from '../state/announce.ts';
import { stateGlyph } from '../state/glyphs.ts';
import { logStore, sessionLog } from '../state/log.ts';
import { t } from '../strings/index.ts';

/** Says in words what the window shows by moving. */
export function LiveRegion() {
  useEffect(watchRows, []);
  const { polite, assertive } = useSpoken();
  return (
    <>
      <div className="visually-hidden" role="status" data-testid="status-live">
        {polite}
      </div>
      <div className="visually-hidden" role="alert">
        {assertive}
      </div>
    </>
  );
}

/** Rows that are there when a session is first shown are no news. */
function watchRows(): () => void {
  let rows = sessionLog().rows;
  let told = rows.length;
  let looked = told;
  let quietUntil = sessionLog().last;
  return logStore.subscribe(() => {
    const log = sessionLog();
    if (log.rows !== rows) {
      rows = log.rows;
      told = 0;
      looked = 0;
      quietUntil = -1;
    }
    if (rows.length > 0 && quietUntil < 0) quietUntil = log.last;
    let news = false;
    for (; looked < rows.length; looked++) {
      const row = rows[looked] as Row;
      if (row.seq <= quietUntil) {
        told = looked + 1;
        continue;
      }
      news = true;
      interrupt(row);
    }
    if (!news) return;
    announce(() => {
      const sentence = sentenceOf(rows, told);
      told = rows.length;
      return sentence;
    });
  });
}

function interrupt(row: Row): void {
  if (row.state !== undefined && stateClass(row.state) === 'interrupted' && row.kind !== 'delivery')
    announceNow(t('live.question', { state: stateGlyph(row.state).word }));
  else if (row.reconnect && row.lane === 'error') announceNow(t('live.gaveUp', { reason: row.text }));
  // An attempt to subscribe again that reached nobody is no other cut.
  else if (row.kind === 'end' && row.lane === 'error' && !(row.name === 'refused' && row.task))
    announceNow(t('live.cut'));
}

/** `12 events, Tool result write_file, Working`. */
function sentenceOf(rows: readonly Row[], from: number): string {
  const count = rows.length - from;
  const last = rows[rows.length - 1];
  if (!last) return '';
  const words = last.name && last.lane === 'tool' ? `${t(`kind.${last.kind}`)} ${last.name}` : t(`kind.${last.kind}`);
  return last.state === undefined
    ? t('live.sent.stateless', { count, last: words })
    : t('live.sent', { count, last: words, state: stateGlyph(last.state).word });
}
