import { lazy, Suspense } from 'react';
import { Code } from '../Code.tsx';
import { useDark } from '../use-dark.ts';
import type { CodeEditorProps } from './CodeEditor.tsx';

const CodeEditor = lazy(() => import('./CodeEditor.tsx'));

/** Monaco on demand: the plain text is there at once and is replaced when the editor has loaded. */
export function JsonText(props: Omit<CodeEditorProps, 'dark'>) {
  const dark = useDark();
  return (
    <Suspense fallback={<Code className="code-editor">{props.value}</Code>}>
      <CodeEditor {...props} dark={dark} />
    </Suspense>
  );
}
