import type { ArtifactEdition, ArtifactRecord } from '../../../shared/a2a/reduce/artifacts.ts';
import { isTextType } from '../../../shared/a2a/reduce/artifacts-sniff.ts';
import { t } from '../../strings/index.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';
import { oneLine, shortId } from '../../ui/text.ts';
import { choose } from './store.ts';

/** Other artifacts offered for comparison. */
const OTHERS_LIMIT = 20;

export interface CompareMenuProps {
  record: ArtifactRecord;
  edition: ArtifactEdition;
  /** Artifacts of the place. */
  records: readonly ArtifactRecord[];
}

/** What the file on show can be compared with: other versions of it, then other artifacts that may be of its kind. */
export function CompareMenu({ record, edition, records }: CompareMenuProps) {
  const nameOfRecord = (one: ArtifactRecord) => oneLine(one.name ?? shortId(one.id));
  const versions: MenuItem[] = [record.current, ...[...record.earlier].reverse()]
    .filter((one) => one !== edition)
    .map(({ number }) => ({
      id: `version-${number}`,
      label: t('artifacts.version', { name: nameOfRecord(record), number }),
      icon: 'clock',
      onSelect: () => choose({ compare: { key: record.key, edition: number } }),
    }));
  const others: MenuItem[] = records
    .filter((one) => one !== record && one.current.bytes > 0 && mayBeLike(record.mediaType, one.mediaType))
    .slice(0, OTHERS_LIMIT)
    .map((one, index) => ({
      id: `artifact-${one.id}`,
      label: nameOfRecord(one),
      icon: 'file',
      divided: index === 0 && versions.length > 0,
      onSelect: () => choose({ compare: { key: one.key, edition: one.current.number } }),
    }));
  const items = [...versions, ...others];
  if (items.length === 0) return null;
  return (
    <Menu
      trigger={<IconButton icon="columns" label={t('artifacts.compare')} data-testid="artifact-compare-menu" />}
      items={items}
    />
  );
}

const isPictureType = (mediaType: string): boolean => /^image\//i.test(mediaType);

/** Whether an artifact may be of the kind of another one, as far as they say it. */
function mayBeLike(mediaType: string | undefined, other: string | undefined): boolean {
  if (!other) return true;
  if (!mediaType) return isPictureType(other) || isTextType(other);
  return (isPictureType(mediaType) && isPictureType(other)) || (isTextType(mediaType) && isTextType(other));
}
