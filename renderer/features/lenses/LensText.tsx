import { lazy, type Ref, Suspense } from 'react';
import { t } from '../../strings/index.ts';
import { Code } from '../../ui/Code.tsx';
import type { CodeHandle, CodeMark } from '../../ui/monaco/CodeEditor.tsx';
import { useDark } from '../../ui/use-dark.ts';

const Editor = lazy(async () => {
  const [editor] = await Promise.all([import('../../ui/monaco/CodeEditor.tsx'), import('./lens-language.ts')]);
  return editor;
});

interface LensTextProps {
  value: string;
  marks: readonly CodeMark[];
  handle: Ref<CodeHandle>;
  onChange(value: string): void;
}

/** The text of a lens file, with completion, words on hover and its faults underlined. */
export function LensText({ value, marks, handle, onChange }: LensTextProps) {
  const dark = useDark();
  return (
    <Suspense fallback={<Code className="code-editor">{value}</Code>}>
      <Editor
        value={value}
        label={t('lens.text')}
        address="lens://text/edited.lens.json"
        readOnly={false}
        dark={dark}
        marks={marks}
        handle={handle}
        autoFocus
        onChange={onChange}
      />
    </Suspense>
  );
}
