import { fileOf } from '../../shared/a2a/reduce/part-file.ts';
import { type Part, partKind } from '../../shared/model/message.ts';
import { t } from '../strings/index.ts';
import { Icon } from '../ui/Icon.tsx';
import { formatBytes, oneLine, showHidden } from '../ui/text.ts';
import { JsonBlock } from './JsonBlock.tsx';
import { OutsideLink } from './OutsideLink.tsx';
import { Prose } from './Prose.tsx';

/** Media types shown as a picture from a data URL. SVG is not among them: it can carry scripts. */
const PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Parts in order. Adjacent text parts are chunks of one text by convention, so they are joined for reading. */
export function Parts({ parts }: { parts: readonly Part[] }) {
  const shown: { key: string; part: Part }[] = [];
  for (const [index, part] of parts.entries()) {
    const before = shown[shown.length - 1];
    const joins = before && partKind(part) === 'text' && partKind(before.part) === 'text' && !part.metadata;
    if (joins && before.part.mediaType === part.mediaType) {
      before.part = { ...before.part, text: `${before.part.text}${part.text}` };
    } else shown.push({ key: String(index), part });
  }
  return (
    <div className="vflex parts">
      {shown.map(({ key, part }) => (
        <OnePart key={key} part={part} />
      ))}
    </div>
  );
}

function OnePart({ part }: { part: Part }) {
  const kind = partKind(part);
  return (
    <div className="part" data-kind={kind}>
      {kind === 'text' ? (
        <Prose text={String(part.text)} markdown={part.mediaType !== 'text/plain'} />
      ) : kind === 'data' ? (
        <JsonBlock value={part.data} label={t('part.data')} />
      ) : kind === 'raw' ? (
        <RawPart part={part} />
      ) : kind === 'url' ? (
        <LinkPart part={part} />
      ) : (
        <JsonBlock value={part} label={t('part.unknown')} />
      )}
      {part.metadata ? <JsonBlock value={part.metadata} label={t('part.metadata')} /> : null}
    </div>
  );
}

function FileLine({ part }: { part: Part }) {
  const { name, mediaType, bytes, problem } = fileOf(part) ?? {};
  const size = bytes === undefined ? '' : formatBytes(bytes);
  return (
    <span className="hflex part-file">
      <Icon name="file" className="lane-artifact" />
      <b className="cut" title={name}>
        {oneLine(name ?? t('part.unnamed'))}
      </b>
      <span className="t3 mono">{showHidden(mediaType ?? '')}</span>
      <span className="t3">{size}</span>
      {problem ? <span className="tone-warn">{t(`part.problem.${problem}`)}</span> : null}
    </span>
  );
}

function RawPart({ part }: { part: Part }) {
  const raw = String(part.raw ?? '');
  return (
    <>
      <FileLine part={part} />
      {PICTURES.has(part.mediaType ?? '') ? (
        <img className="part-picture" alt={part.filename ?? ''} src={`data:${part.mediaType};base64,${raw}`} />
      ) : null}
    </>
  );
}

function LinkPart({ part }: { part: Part }) {
  const url = String(part.url ?? '');
  return (
    <>
      <FileLine part={part} />
      {/^data:/i.test(url) ? null : (
        <span className="hflex">
          <span className="mono cut" title={url}>
            {showHidden(url)}
          </span>
          <OutsideLink url={url}>{t('part.open')}</OutsideLink>
        </span>
      )}
    </>
  );
}
