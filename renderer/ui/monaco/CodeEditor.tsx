import { useEffect, useRef } from 'react';
import { applyEditorTheme, editor } from './editor.ts';

export interface CodeEditorProps {
  value: string;
  label: string;
  language?: 'json' | 'plaintext';
  readOnly?: boolean;
  dark: boolean;
  onChange?(value: string): void;
}

/** A Monaco editor that fills its box. Loaded on first use only; see `JsonText`. */
export default function CodeEditor({
  value,
  label,
  language = 'json',
  readOnly = true,
  dark,
  onChange,
}: CodeEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const instance = useRef<editor.IStandaloneCodeEditor>(undefined);
  const change = useRef(onChange);
  change.current = onChange;

  useEffect(() => {
    if (!box.current) return;
    applyEditorTheme(dark);
    const made = editor.create(box.current, {
      value,
      language,
      readOnly,
      domReadOnly: readOnly,
      ariaLabel: label,
      automaticLayout: true,
      minimap: { enabled: false },
      scrollBeyondLastLine: false,
      renderLineHighlight: readOnly ? 'none' : 'line',
      lineNumbersMinChars: 4,
      lineDecorationsWidth: 6,
      folding: true,
      fontSize: 12,
      lineHeight: 18,
      fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-mono'),
      wordWrap: 'on',
      contextmenu: false,
      // An address of the agent opens only after it was shown in full; see OutsideLink.
      links: false,
      unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: true },
      fixedOverflowWidgets: true,
      tabSize: 2,
      // A reader who tabs through the window must not get caught in an editor that only shows.
      tabFocusMode: readOnly,
      scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, alwaysConsumeMouseWheel: false },
    });
    const listener = made.onDidChangeModelContent(() => change.current?.(made.getValue()));
    instance.current = made;
    return () => {
      listener.dispose();
      made.getModel()?.dispose();
      made.dispose();
    };
  }, []);

  useEffect(() => {
    const made = instance.current;
    if (made && made.getValue() !== value) made.setValue(value);
  }, [value]);
  useEffect(() => applyEditorTheme(dark), [dark]);

  return <div className="code-editor" ref={box} />;
}
