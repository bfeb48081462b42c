import type { ArtifactEdition } from '../../../shared/a2a/reduce/artifacts.ts';
import { editionState } from '../../../shared/a2a/reduce/artifacts.ts';
import { type DigestVerdict, digestVerdict } from '../../../shared/a2a/reduce/artifacts-parts.ts';
import { type TypeVerdict, typeVerdict } from '../../../shared/a2a/reduce/artifacts-sniff.ts';
import type { ArtifactContent } from '../../../shared/contract/artifacts.ts';
import { t } from '../../strings/index.ts';
import { Tag } from '../../ui/Chip.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../ui/icons.ts';

interface Look {
  icon: IconName;
  tone: string;
}

const OK: Look = { icon: 'check', tone: 'tone-ok' };
const WARN: Look = { icon: 'triangle', tone: 'tone-warn' };
const BAD: Look = { icon: 'triangle', tone: 'tone-danger' };
const NOTE: Look = { icon: 'info', tone: 'tone-info' };

const DIGEST: Record<DigestVerdict, Look> = { match: OK, differs: BAD, none: NOTE, elsewhere: NOTE, masked: NOTE };
const TYPE: Record<TypeVerdict, Look> = { agrees: OK, differs: BAD, undeclared: NOTE, unknown: NOTE };

/** Whether size and digest are as declared. An artifact that still grows is not judged. */
export function DigestTag({ content, receiving }: { content: ArtifactContent; receiving: boolean }) {
  const verdict = digestVerdict(content, content.declared);
  if (receiving && verdict === 'differs') return null;
  const { icon, tone } = DIGEST[verdict];
  return (
    <Tag icon={icon} tone={verdict === 'none' ? 'tag-plain' : tone} data-testid="digest-verdict" data-state={verdict}>
      {t(`artifacts.digest.${verdict}`)}
    </Tag>
  );
}

/** Whether the bytes look like the declared type. Silent where there is nothing to compare. */
export function TypeTag({ content }: { content: ArtifactContent }) {
  const verdict = typeVerdict(content.mediaType, content.sniffed);
  if (verdict !== 'differs' && verdict !== 'agrees') return null;
  const { icon, tone } = TYPE[verdict];
  return (
    <Tag icon={icon} tone={tone} className={`af-type-${verdict}`} data-testid="type-verdict" data-state={verdict}>
      {verdict === 'differs'
        ? t('artifacts.type.differs', { sniffed: content.sniffed ?? '' })
        : t('artifacts.type.agrees')}
    </Tag>
  );
}

/** How an edition stands, in a word. */
export function StateWord({ edition, receiving }: { edition: ArtifactEdition; receiving: boolean }) {
  const state = editionState(edition);
  if (receiving && state === 'incomplete') {
    return (
      <span className="hflex af-state state-working">
        <Icon name="download" size={12} /> {t('artifacts.state.receiving')}
      </span>
    );
  }
  const look = state === 'complete' ? OK : WARN;
  return (
    <span className={`hflex af-state ${look.tone}`}>
      <Icon name={look.icon} size={12} /> {t(`artifacts.state.${state}`)}
    </span>
  );
}
