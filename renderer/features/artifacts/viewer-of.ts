import { isTextType, isVagueType, plainType, typeVerdict } from '../../../shared/a2a/reduce/artifacts-sniff.ts';
import type { ArtifactContent } from '../../../shared/contract/artifacts.ts';

export type ViewForm = 'preview' | 'source' | 'hex';

export type ViewerId =
  | 'markdown'
  | 'json'
  | 'csv'
  | 'image'
  | 'svg'
  | 'audio'
  | 'video'
  | 'html'
  | 'pdf'
  | 'code'
  | 'link'
  | 'bytes';

const BY_ENDING: Record<string, string> = {
  avif: 'image/avif',
  csv: 'text/csv',
  flac: 'audio/flac',
  gif: 'image/gif',
  htm: 'text/html',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  m4a: 'audio/mp4',
  markdown: 'text/markdown',
  md: 'text/markdown',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  tsv: 'text/tab-separated-values',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
};

/** Types that the browser draws as a picture without running anything. */
const PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);
const TABLES = new Set(['text/csv', 'application/csv', 'text/tab-separated-values']);

export const endingOf = (name: string | undefined): string =>
  /\.([^./\\]+)$/.exec(name ?? '')?.[1]?.toLowerCase() ?? '';

/** What a file is taken for: what it says it is, where its bytes do not say otherwise. */
export function effectiveType({ kind, mediaType, name, sniffed }: ArtifactContent): string {
  const said = [mediaType, BY_ENDING[endingOf(name)]].filter((type) => type !== undefined && !isVagueType(type));
  const believed = said
    .filter((type) => typeVerdict(type, sniffed) !== 'differs')
    .map((type) => plainType(type as string));
  // `text/plain` is often said of everything that is text; the name knows better.
  const type = believed.find((one) => one !== 'text/plain') ?? believed[0];
  if (type !== undefined) return type;
  if (kind === 'data') return 'application/json';
  if (kind === 'text' && said.length === 0 && (sniffed === undefined || sniffed === 'text/plain'))
    return 'text/markdown';
  return sniffed ?? 'text/plain';
}

/** How a file is shown. Pictures, sound and films have to be recognised by their bytes: what is only said may be anything. */
export function viewerOf(content: ArtifactContent): ViewerId {
  if (content.kind === 'url') return 'link';
  const type = effectiveType(content);
  if (type === 'text/markdown') return 'markdown';
  if (/[/+]json$/.test(type)) return 'json';
  if (TABLES.has(type)) return 'csv';
  if (type === 'image/svg+xml') return 'svg';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (type === 'application/pdf') return 'pdf';
  if (isTextType(type)) return 'code';
  const { sniffed = '' } = content;
  if (PICTURES.has(sniffed)) return 'image';
  if (sniffed.startsWith('audio/') || (sniffed === 'video/mp4' && type.startsWith('audio/'))) return 'audio';
  if (sniffed.startsWith('video/')) return 'video';
  return sniffed === 'text/plain' || sniffed === 'application/xml' ? 'code' : 'bytes';
}

const FORMS: Record<ViewerId, readonly ViewForm[]> = {
  markdown: ['preview', 'source', 'hex'],
  json: ['preview', 'source', 'hex'],
  csv: ['preview', 'source', 'hex'],
  svg: ['preview', 'source', 'hex'],
  html: ['preview', 'source', 'hex'],
  image: ['preview', 'hex'],
  audio: ['preview', 'hex'],
  video: ['preview', 'hex'],
  pdf: ['preview', 'hex'],
  code: ['source', 'hex'],
  bytes: ['hex'],
  link: ['preview'],
};

/** Whether a file is text that a person can read. */
export const isReadable = (content: ArtifactContent): boolean => FORMS[viewerOf(content)].includes('source');

/** Whether a file is drawn as a picture. */
export const isPicture = (content: ArtifactContent): boolean => ['image', 'svg'].includes(viewerOf(content));

/** What a picture is handed to the browser as. */
export const pictureType = (content: ArtifactContent): string =>
  viewerOf(content) === 'svg' ? 'image/svg+xml' : (content.sniffed ?? '');

/** Whether a file can be compared with another one like it. */
export const isComparable = (content: ArtifactContent): boolean => isReadable(content) || isPicture(content);

/** The forms in which a file can be looked at, the best one first. */
export const formsOf = (content: ArtifactContent): readonly ViewForm[] => FORMS[viewerOf(content)];

/** The tab character for a table of tabs, or what separates the first line best. */
export function separatorOf(content: ArtifactContent, text: string): string {
  if (effectiveType(content) === 'text/tab-separated-values') return '\t';
  const line = text.slice(0, Math.max(0, text.search(/[\r\n]/)) || 2_000);
  const count = (separator: string) => line.split(separator).length;
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best));
}

const LANGUAGES: Record<string, string> = {
  'application/json': 'json',
  'application/javascript': 'javascript',
  'application/toml': 'ini',
  'application/typescript': 'typescript',
  'application/x-yaml': 'yaml',
  'text/javascript': 'javascript',
  'text/typescript': 'typescript',
  'text/x-c': 'cpp',
  'text/x-c++': 'cpp',
  'text/x-csharp': 'csharp',
  'text/x-dockerfile': 'dockerfile',
  'text/x-go': 'go',
  'text/x-java': 'java',
  'text/x-kotlin': 'kotlin',
  'text/x-php': 'php',
  'text/x-ruby': 'ruby',
  'text/x-rust': 'rust',
  'text/x-sh': 'shell',
  'text/x-shellscript': 'shell',
  'text/x-sql': 'sql',
  'text/x-swift': 'swift',
  'text/x-yaml': 'yaml',
  'application/xml': 'xml',
  'image/svg+xml': 'xml',
  'text/html': 'html',
  'text/css': 'css',
  'text/markdown': 'markdown',
  'application/yaml': 'yaml',
  'text/yaml': 'yaml',
  'text/x-python': 'python',
  'application/x-sh': 'shell',
  'application/sql': 'sql',
};

const LANGUAGE_OF_ENDING: Record<string, string> = {
  bash: 'shell',
  c: 'cpp',
  cjs: 'javascript',
  cpp: 'cpp',
  cs: 'csharp',
  css: 'css',
  dockerfile: 'dockerfile',
  go: 'go',
  h: 'cpp',
  hcl: 'hcl',
  ini: 'ini',
  java: 'java',
  js: 'javascript',
  json: 'json',
  jsx: 'javascript',
  kt: 'kotlin',
  mjs: 'javascript',
  php: 'php',
  ps1: 'powershell',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'shell',
  sql: 'sql',
  swift: 'swift',
  tf: 'hcl',
  toml: 'ini',
  ts: 'typescript',
  tsx: 'typescript',
  xml: 'xml',
  yaml: 'yaml',
  yml: 'yaml',
};

/** The part of a name that tells its language: the ending, or all of it where there is none, as in `Dockerfile`. */
const tellingName = (name: string | undefined): string =>
  endingOf(name) || (name ?? '').replace(/^.*[/\\]/, '').toLowerCase();

/** The language whose words are coloured in the source of a file. */
export const languageOf = (content: ArtifactContent): string =>
  LANGUAGE_OF_ENDING[tellingName(content.name)] ?? LANGUAGES[effectiveType(content)] ?? 'plaintext';
