import { useEffect } from 'react';
import { t } from '../../../strings/index.ts';
import { Button } from '../../../ui/Button.tsx';
import { Loading } from '../../../ui/Notice.tsx';
import { JsonDiffList } from './JsonDiffList.tsx';
import { CHANGE_KINDS } from './json-diff.ts';
import { useJsonDiff } from './use-json-diff.ts';

export interface JsonCompareProps {
  before: Uint8Array;
  after: Uint8Array;
  /** Which two are compared. */
  label: string;
  /** Says how many values differ. */
  onChanges(count: number): void;
  /** The person would rather see the lines. */
  onText(): void;
}

/** Two files of JSON compared value by value. */
export function JsonCompare({ before, after, label, onChanges, onText }: JsonCompareProps) {
  const diff = useJsonDiff(before, after);
  const total = typeof diff === 'object' ? CHANGE_KINDS.reduce((sum, kind) => sum + diff.counts[kind], 0) : undefined;
  useEffect(() => {
    if (total !== undefined) onChanges(total);
  }, [total]);
  if (diff === undefined) return <Loading panel="artifact-compare">{t('artifacts.diff.comparing')}</Loading>;
  if (typeof diff === 'object') return <JsonDiffList diff={diff} label={label} />;
  return (
    <div className="af-pad" data-testid="json-diff-refused" data-state={diff}>
      <p className="t2">{t(`artifacts.diff.${diff}`)}</p>
      <Button size="s" onClick={onText}>
        {t('artifacts.diff.asText')}
      </Button>
    </div>
  );
}
