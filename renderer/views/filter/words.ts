import type { FilterIssue } from '../../../shared/replay/filter/filter.ts';
import { hasString, t } from '../../strings/index.ts';

/** What is wrong, then what to do. */
export function issueWords({ code, key, value, suggestion }: FilterIssue): string {
  const need = `filter.need.${key}`;
  const said = code === 'no-value' && hasString(need) ? t(need) : t(`filter.issue.${code}`, { key, value });
  return suggestion === undefined ? said : `${said} ${t('filter.suggestion', { word: suggestion })}`;
}

/** The person is still writing what seems to be missing. */
export const isPending = ({ code, to }: FilterIssue, source: string): boolean =>
  code === 'no-value' && to === source.length;
