import { useMemo } from 'react';
import type { ArtifactContent } from '../../../../shared/contract/artifacts.ts';
import { t } from '../../../strings/index.ts';
import { Box } from '../../../ui/Box.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Loading } from '../../../ui/Notice.tsx';
import { oneLine } from '../../../ui/text.ts';
import { GrowingText } from '../../../views/GrowingText.tsx';
import { languageOf, separatorOf, type ViewForm, viewerOf } from '../viewer-of.ts';
import { CodeView } from './CodeView.tsx';
import { CsvGrid } from './CsvGrid.tsx';
import { HexView } from './HexView.tsx';
import { HtmlPage } from './HtmlPage.tsx';
import { JsonTree } from './JsonTree.tsx';
import { Picture, Playable } from './Media.tsx';
import { PdfView } from './PdfView.tsx';
import { useLaidOut, useParsed } from './use-parsed.ts';

/** Characters above which the JSON language would take too long to look for mistakes. */
const CHECKED_CHARS = 1_000_000;

export interface ViewerProps {
  content: ArtifactContent;
  bytes: Uint8Array<ArrayBuffer>;
  /** Offset of the first byte in the file. */
  base: number;
  form: ViewForm;
  /** `bytes` is all of the file. */
  whole: boolean;
  /** More may come. */
  open: boolean;
  name: string;
}

/** A file in one of its forms. */
export function Viewer(props: ViewerProps) {
  const { content, bytes, base, form, name } = props;
  const viewer = viewerOf(content);
  const { sniffed = '' } = content;
  if (form === 'hex') return <HexView bytes={bytes} base={base} />;
  if (viewer === 'image') return <Picture bytes={bytes} type={sniffed} name={name} />;
  if (viewer === 'svg' && form === 'preview') return <Picture bytes={bytes} type="image/svg+xml" name={name} />;
  if (viewer === 'audio' || viewer === 'video')
    return <Playable bytes={bytes} type={sniffed} name={name} film={viewer === 'video'} />;
  if (viewer === 'pdf') return <PdfView {...props} />;
  return <TextViewer {...props} />;
}

const Note = ({ children }: { children: string }) => (
  <p className="af-pad af-remark t2">
    <Icon name="info" /> {children}
  </p>
);

function TextViewer({ content, bytes, form, whole, open, name }: ViewerProps) {
  const text = useMemo(() => new TextDecoder().decode(bytes), [bytes]);
  const viewer = viewerOf(content);
  if (form === 'preview') {
    if (viewer === 'markdown')
      return (
        <Box className="af-prose" tabIndex={0} role="region" aria-label={oneLine(name)}>
          <GrowingText text={text} open={open} />
        </Box>
      );
    if (viewer === 'html') return <HtmlPage text={text} name={oneLine(name)} />;
    if (viewer === 'csv') return <CsvGrid text={text} separator={separatorOf(content, text)} />;
    if (viewer === 'json') return <JsonPreview content={content} text={text} whole={whole} open={open} name={name} />;
  }
  return <Source content={content} text={text} name={name} />;
}

interface SourceProps {
  content: ArtifactContent;
  text: string;
  name: string;
}

// A data part has no text of its own: its lines are made here.
const Source = (props: SourceProps) =>
  props.content.kind === 'data' ? <DataSource {...props} /> : <PlainSource {...props} />;

function DataSource({ text, ...rest }: SourceProps) {
  const lines = useLaidOut(text);
  if (lines === undefined) return <Loading panel="artifact-content">{t('artifacts.json.reading')}</Loading>;
  return <PlainSource {...rest} text={lines} />;
}

function PlainSource({ content, text, name }: SourceProps) {
  const language = languageOf(content);
  const plain = language === 'json' && text.length > CHECKED_CHARS;
  return <CodeView text={text} language={plain ? 'plaintext' : language} label={oneLine(name)} />;
}

function JsonPreview({ content, text, whole, open, name }: SourceProps & Pick<ViewerProps, 'whole' | 'open'>) {
  const parsed = useParsed(text, open);
  if (!parsed) return <Loading panel="artifact-content">{t('artifacts.json.reading')}</Loading>;
  if (parsed.ok) return <JsonTree value={parsed.value} />;
  return (
    <div className="af-stack">
      <Note>{whole ? t('artifacts.json.broken', { message: parsed.message }) : t('artifacts.json.part')}</Note>
      <Source content={content} text={text} name={name} />
    </div>
  );
}
