import { explain } from '../../../shared/a2a/errors.ts';
import { remaining } from '../../../shared/a2a/reduce/tree-listing.ts';
import type { BindingId } from '../../../shared/model/entry.ts';
import type { ServerList } from '../../state/server-tasks.ts';
import { hasString, t } from '../../strings/index.ts';

interface ServerNoticeProps {
  list: ServerList;
  /** The version cannot ask for tasks over this binding. */
  unsupported: BindingId | undefined;
}

/** How it stands with the server's own list. Local runs are in the tree in any case. */
export function ServerNotice({ list, unsupported }: ServerNoticeProps) {
  if (unsupported) {
    return (
      <p className="tree-notice" data-testid="list-notice" data-state="unsupported">
        {t('tree.unsupported', { binding: unsupported })}
      </p>
    );
  }
  if (list.state === 'refused') return <Refused list={list} />;
  if (list.state !== 'listed') return null;
  const { listing } = list;
  return (
    <div
      className="tree-notice"
      data-testid="list-notice"
      data-state="listed"
      data-listed={listing.ids.size}
      role="status"
    >
      <p>{wordsOf(list)}</p>
      {listing.problem ? <p className="tone-warn">{t(`tree.list.${listing.problem}`)}</p> : null}
    </div>
  );
}

function wordsOf({ listing }: ServerList): string {
  const listed = listing.ids.size;
  if (listing.complete) return listed === 0 ? t('tree.list.none') : t('tree.list.all', { count: listed });
  const rest = remaining(listing);
  if (rest === undefined) return t('tree.list.some', { count: listed });
  return t('tree.list.part', { count: listed, total: listed + rest });
}

function Refused({ list }: { list: ServerList }) {
  const a2a = list.trouble?.a2a;
  const code = a2a?.code;
  const words =
    code === undefined
      ? t('tree.refused.reason', { reason: list.trouble?.message ?? '' })
      : t('tree.refused', { code: String(code) });
  const key = list.trouble?.code === 'auth' ? 'auth' : a2a ? explain(a2a) : '';
  const why = `tree.refused.${key}`;
  return (
    <div className="tree-notice" data-testid="error" data-for="contexts" role="status" title={list.trouble?.message}>
      <p>{words}</p>
      {hasString(why) ? <p>{t(why)}</p> : null}
    </div>
  );
}
