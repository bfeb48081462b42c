import { lazy, Suspense } from 'react';
import { Code } from '../../../ui/Code.tsx';
import { useDark } from '../../../ui/use-dark.ts';

const CodeEditor = lazy(async () => {
  const [editor] = await Promise.all([
    import('../../../ui/monaco/CodeEditor.tsx'),
    import('../../../ui/monaco/languages.ts'),
  ]);
  return editor;
});

/** Characters shown while the editor is on its way. */
const FIRST_CHARS = 20_000;

/** Text in the editor, to read only. */
export function CodeView({ text, language, label }: { text: string; language: string; label: string }) {
  const dark = useDark();
  return (
    <div className="af-code" data-testid="artifact-code" data-language={language}>
      <Suspense fallback={<Code className="code-editor">{text.slice(0, FIRST_CHARS)}</Code>}>
        <CodeEditor key={language} value={text} language={language} label={label} dark={dark} />
      </Suspense>
    </div>
  );
}
