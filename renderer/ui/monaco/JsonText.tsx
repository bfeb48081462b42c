import { Code } from '../Code.tsx';
import { later } from '../later.tsx';
import { useDark } from '../use-dark.ts';
import type { CodeEditorProps } from './CodeEditor.tsx';

const CodeEditor = later<CodeEditorProps>(async () => (await import('./CodeEditor.tsx')).default, {
  meanwhile: ({ value }) => <Code className="code-editor">{value}</Code>,
  whenIdle: true,
});

/** Monaco on demand: the plain text is there at once and is replaced when the editor has loaded. */
export function JsonText(props: Omit<CodeEditorProps, 'dark'>) {
  const dark = useDark();
  return <CodeEditor {...props} dark={dark} />;
}
