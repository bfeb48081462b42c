import type { ServerList } from '../../state/server-tasks.ts';
import { t } from '../../strings/index.ts';

/** Why the server's tasks are not in the tree. Local runs are there in any case. */
export function ServerNotice({ list, unsupported }: { list: ServerList; unsupported: boolean }) {
  if (unsupported) return <p className="tree-notice">{t('tree.unsupported')}</p>;
  if (list.state !== 'refused') return null;
  const code = list.trouble?.a2a?.code;
  const words =
    code === undefined
      ? t('tree.refused.reason', { reason: list.trouble?.message ?? '' })
      : t('tree.refused', { code: String(code) });
  return (
    <p className="tree-notice" data-testid="error" data-for="contexts" role="status" title={list.trouble?.message}>
      {words}
    </p>
  );
}
