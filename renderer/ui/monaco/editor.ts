import { editor, MarkerSeverity, Uri } from 'monaco-editor/editor';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
// The JSON language brings every contribution along in a later chunk; those that register after the first editor was
// made find the services closed. So all of them are here from the start.
import 'monaco-editor/features/register.all';
import 'monaco-editor/languages/features/json/register';
import JsonWorker from 'monaco-editor/languages/features/json/json.worker?worker';

// Monaco asks this global for its workers; the page's policy allows workers of its own origin only.
self.MonacoEnvironment = {
  getWorker: (_id: string, label: string) => (label === 'json' ? new JsonWorker() : new EditorWorker()),
};

/** Reads a token from the style sheet, so that the editor follows the theme without a second table of colours. */
const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Monaco wants six hex digits without the hash in rules, and with it in colours. */
const bare = (name: string): string => token(name).replace('#', '');

/** Share of its opacity that a changed line has below its changed words: both together must leave the text readable. */
const LINE_SHARE = 0.4;

/** A translucent colour in eight hex digits, the only form that Monaco takes; a build may have written it so already. */
function translucent(name: string, share = 1): string {
  const [red = 0, green = 0, blue = 0, alpha = 255] = bytesOf(token(name));
  const bytes = [red, green, blue, Math.round(alpha * share)];
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function bytesOf(colour: string): number[] {
  if (colour.startsWith('#')) {
    const digits = colour.length > 5 ? colour.slice(1) : colour.slice(1).replace(/./g, '$&$&');
    return (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  }
  const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue, alpha * 255];
}

/** Defines and applies the theme of the moment. */
export function applyEditorTheme(dark: boolean): void {
  editor.defineTheme('loupe', {
    base: dark ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [
      { token: 'string.key.json', foreground: bare('--syn-key') },
      { token: 'string.value.json', foreground: bare('--syn-string') },
      { token: 'number.json', foreground: bare('--syn-number') },
      { token: 'keyword.json', foreground: bare('--syn-keyword') },
      { token: 'delimiter', foreground: bare('--syn-punct') },
      { token: 'comment', foreground: bare('--syn-comment') },
      { token: 'string', foreground: bare('--syn-string') },
      { token: 'number', foreground: bare('--syn-number') },
      { token: 'keyword', foreground: bare('--syn-keyword') },
      { token: 'type', foreground: bare('--syn-key') },
      { token: 'tag', foreground: bare('--syn-keyword') },
      { token: 'attribute.name', foreground: bare('--syn-key') },
      { token: 'attribute.value', foreground: bare('--syn-string') },
    ],
    colors: {
      'editor.background': token('--bg-inset'),
      'editor.foreground': token('--text-1'),
      'editorLineNumber.foreground': token('--text-3'),
      'editor.lineHighlightBackground': token('--bg-hover'),
      'editorWidget.background': token('--bg-overlay'),
      'diffEditor.insertedLineBackground': translucent('--diff-add-bg', LINE_SHARE),
      'diffEditor.insertedTextBackground': translucent('--diff-add-bg'),
      'diffEditor.removedLineBackground': translucent('--diff-del-bg', LINE_SHARE),
      'diffEditor.removedTextBackground': translucent('--diff-del-bg'),
      'editorGutter.background': token('--bg-inset'),
    },
  });
  editor.setTheme('loupe');
}

/** Longer texts scroll sideways, characters: breaking their lines would hold up the page and take many times their memory. */
const WRAPPED_CHARS = 256 * 1024;

/** How an editor of a text deals with long lines. */
export const wrapOf = (text: string): 'on' | 'off' => (text.length > WRAPPED_CHARS ? 'off' : 'on');

export { editor, MarkerSeverity, Uri };
