import { useEffect, useRef } from 'react';
import { applyEditorTheme, editor, wrapOf } from './editor.ts';

export interface CodeDiffProps {
  before: string;
  after: string;
  language: string;
  label: string;
  dark: boolean;
  /** Below each other instead of side by side. */
  inline: boolean;
  /** Says how many stretches differ, each time they were compared. */
  onChanges(count: number): void;
}

/** Milliseconds after which comparing ends with what it has. */
const COMPARE_LIMIT_MS = 5_000;

/** Two texts beside each other, to read only. */
export default function CodeDiff({ before, after, language, label, dark, inline, onChanges }: CodeDiffProps) {
  const box = useRef<HTMLDivElement>(null);
  const told = useRef(onChanges);
  told.current = onChanges;
  const instance = useRef<editor.IStandaloneDiffEditor>(undefined);

  useEffect(() => {
    if (!box.current) return;
    applyEditorTheme(dark);
    const made = editor.createDiffEditor(box.current, {
      readOnly: true,
      domReadOnly: true,
      originalEditable: false,
      useInlineViewWhenSpaceIsLimited: false,
      automaticLayout: true,
      minimap: { enabled: false },
      scrollBeyondLastLine: false,
      renderFinalNewline: 'on',
      renderOverviewRuler: false,
      renderGutterMenu: false,
      renderMarginRevertIcon: false,
      lineNumbersMinChars: 3,
      fontSize: 12,
      lineHeight: 18,
      fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-mono'),
      contextmenu: false,
      links: false,
      unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: true },
      maxComputationTime: COMPARE_LIMIT_MS,
      tabFocusMode: true,
      hideUnchangedRegions: { enabled: true },
    });
    instance.current = made;
    const listener = made.onDidUpdateDiff(() => told.current(made.getLineChanges()?.length ?? 0));
    return () => {
      listener.dispose();
      const model = made.getModel();
      made.dispose();
      model?.original.dispose();
      model?.modified.dispose();
    };
  }, []);

  useEffect(() => {
    const made = instance.current;
    if (!made) return;
    const old = made.getModel();
    made.updateOptions({ wordWrap: wrapOf(before.length > after.length ? before : after) });
    made.setModel({
      original: editor.createModel(before, language),
      modified: editor.createModel(after, language),
    });
    old?.original.dispose();
    old?.modified.dispose();
  }, [before, after, language]);
  useEffect(() => applyEditorTheme(dark), [dark]);
  useEffect(() => {
    // Each change of options takes the names away that it does not repeat.
    const names = { originalAriaLabel: label, modifiedAriaLabel: label };
    instance.current?.updateOptions({ renderSideBySide: !inline, ...names });
  }, [inline, label]);

  return <div className="code-editor" ref={box} />;
}
