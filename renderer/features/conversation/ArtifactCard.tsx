import { useState } from 'react';
import { type ArtifactView, artifactText } from '../../../shared/a2a/reduce/artifact.ts';
import type { ArtifactBlock } from '../../../shared/a2a/reduce/conversation.ts';
import { partKind } from '../../../shared/model/message.ts';
import { t } from '../../strings/index.ts';
import { Tag } from '../../ui/Chip.tsx';
import { Code } from '../../ui/Code.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { formatBytes, oneLine, shortId, showHidden } from '../../ui/text.ts';
import { GrowingText } from '../../views/GrowingText.tsx';
import { Parts } from '../../views/Parts.tsx';
import { Card, FoldHead } from './Card.tsx';
import { artifactState } from './view-model.ts';

/** Characters of a text artifact shown in the conversation; the artifact itself is somewhere else. */
const PREVIEW_CHARS = 6_000;
/** Text up to this length is shown without asking. */
const SHORT_CHARS = 600;
/** Parts that are no text shown of one artifact. */
const PARTS_SHOWN = 4;

const TONE = { complete: 'tone-ok', incomplete: 'tone-warn', 'written-after-close': 'tone-warn' } as const;

/** What the agent made, with its beginning. */
export function ArtifactCard({ block, selected, open }: { block: ArtifactBlock; selected: boolean; open: boolean }) {
  const { artifact } = block;
  const [chosen, setChosen] = useState<boolean>();
  const state = artifactState(artifact);
  const unfolded = chosen ?? (!block.repeats && shownAtOnce(artifact));
  const name = artifact.name ?? shortId(artifact.id);
  return (
    <Card
      block={block}
      selected={selected}
      className="toolc"
      data-testid="artifact-card"
      data-state={state}
      data-bytes={artifact.bytes}
      data-id={artifact.id}
    >
      <FoldHead open={unfolded} onToggle={() => setChosen(!unfolded)}>
        <Icon name="file" className="lane-artifact" />
        <b className="cut tool-name" title={artifact.name ?? artifact.id}>
          {oneLine(name) || t('conversation.artifact')}
        </b>
        <span className="mono t2 cut tool-line">
          {block.repeats ? t('conversation.artifact.repeats') : oneLine(secondLine(artifact))}
        </span>
        <span className="fold-end">
          {open && state === 'incomplete' ? (
            <Tag tone="state-working" icon="download">
              {t('conversation.artifact.receiving')}
            </Tag>
          ) : (
            <Tag tone={TONE[state]} icon={state === 'complete' ? 'check' : 'triangle'}>
              {t(`conversation.artifact.${state}`)}
            </Tag>
          )}
          <span className="t3" title={artifact.bytes.toLocaleString('en')}>
            {formatBytes(artifact.bytes)}
          </span>
          <span className="t3 wide-only">{t('conversation.artifact.chunks', { count: artifact.chunks })}</span>
        </span>
      </FoldHead>
      {unfolded ? (
        <div className="fold-body">
          {artifact.description ? <p className="hint">{oneLine(artifact.description)}</p> : null}
          <Preview artifact={artifact} open={open} />
        </div>
      ) : null}
    </Card>
  );
}

/** What else tells artifacts apart: the media type, and the file name where it is not the name. */
const secondLine = (artifact: ArtifactView): string => {
  const filename = artifact.parts.find((part) => part.filename)?.filename;
  return [artifact.mediaType, filename === artifact.name ? undefined : filename].filter(Boolean).join(' · ');
};

/** Pictures and short texts need no click. */
const shownAtOnce = (artifact: ArtifactView): boolean =>
  artifact.parts.some((part) => part.raw !== undefined && (part.mediaType ?? '').startsWith('image/')) ||
  (artifact.bytes > 0 && artifact.bytes <= SHORT_CHARS && artifact.parts.every((part) => partKind(part) === 'text'));

function Preview({ artifact, open }: { artifact: ArtifactView; open: boolean }) {
  const text = artifactText(artifact);
  const others = artifact.parts.filter((part) => partKind(part) !== 'text');
  const shown = text.slice(0, PREVIEW_CHARS);
  if (artifact.parts.length === 0) return <p className="hint">{t('conversation.artifact.empty')}</p>;
  return (
    <>
      {text === '' ? null : artifact.mediaType === 'text/markdown' ? (
        <GrowingText text={shown} open={open} />
      ) : (
        <Code className="artifact-text">{showHidden(shown)}</Code>
      )}
      {text.length > shown.length ? (
        <p className="hint">
          {t('conversation.artifact.more', {
            shown: formatBytes(shown.length),
            total: formatBytes(artifact.bytes),
          })}
        </p>
      ) : null}
      {others.length > 0 ? <Parts parts={others.slice(0, PARTS_SHOWN)} /> : null}
      {others.length > PARTS_SHOWN ? (
        <p className="hint">{t('conversation.artifact.parts', { count: others.length - PARTS_SHOWN })}</p>
      ) : null}
    </>
  );
}
