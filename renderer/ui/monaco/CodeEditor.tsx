import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { applyEditorTheme, editor, MarkerSeverity, Uri, wrapOf } from './editor.ts';

/** A stretch of the text to underline, as offsets. */
export interface CodeMark {
  start: number;
  end: number;
  severity: 'error' | 'warning' | 'note';
  message: string;
}

export interface CodeHandle {
  /** Selects from one offset to another and goes there. */
  reveal(start: number, end: number): void;
  /** Puts a text in the place of what is selected. */
  insert(text: string): void;
}

export interface CodeEditorProps {
  value: string;
  label: string;
  /** Besides JSON, those of `languages.ts` once it is loaded; plain text when it is none of them. */
  language?: string;
  readOnly?: boolean;
  dark: boolean;
  /** Address of the text, by which its language knows what it is; one editor at a time may have it. */
  address?: string;
  marks?: readonly CodeMark[];
  handle?: Ref<CodeHandle>;
  /** Takes the focus once it is there. */
  autoFocus?: boolean;
  onChange?(value: string): void;
}

/** Texts typed in a row that may come back late. */
const TYPED_LIMIT = 50;
const NO_MARKS: readonly CodeMark[] = [];
const SEVERITY = { error: MarkerSeverity.Error, warning: MarkerSeverity.Warning, note: MarkerSeverity.Info };

/** A Monaco editor that fills its box. Loaded on first use only; see `JsonText`. */
export default function CodeEditor({
  value,
  label,
  language = 'json',
  readOnly = true,
  dark,
  address,
  marks = NO_MARKS,
  handle,
  autoFocus = false,
  onChange,
}: CodeEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const instance = useRef<editor.IStandaloneCodeEditor>(undefined);
  const change = useRef(onChange);
  change.current = onChange;
  /** What was typed and not drawn yet: its coming back as `value` is no change from outside. */
  const typed = useRef<string[]>([]);

  useEffect(() => {
    if (!box.current) return;
    applyEditorTheme(dark);
    const made = editor.create(box.current, {
      model: editor.createModel(value, language, address === undefined ? undefined : Uri.parse(address)),
      readOnly,
      domReadOnly: readOnly,
      ariaLabel: label,
      automaticLayout: true,
      minimap: { enabled: false },
      scrollBeyondLastLine: false,
      // Dimmed, as it is otherwise, its number has too little contrast.
      renderFinalNewline: 'on',
      renderLineHighlight: readOnly ? 'none' : 'line',
      lineNumbersMinChars: 4,
      lineDecorationsWidth: 6,
      folding: true,
      fontSize: 12,
      lineHeight: 18,
      fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-mono'),
      wordWrap: wrapOf(value),
      contextmenu: false,
      // An address of the agent opens only after it was shown in full; see OutsideLink.
      links: false,
      unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: true },
      fixedOverflowWidgets: true,
      tabSize: 2,
      quickSuggestions: { strings: address !== undefined, other: !readOnly, comments: false },
      // A reader who tabs through the window must not get caught in an editor that only shows.
      tabFocusMode: readOnly,
      scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, alwaysConsumeMouseWheel: false },
    });
    const listener = made.onDidChangeModelContent(({ isFlush }) => {
      const text = made.getValue();
      if (!isFlush) typed.current = [...typed.current.slice(1 - TYPED_LIMIT), text];
      change.current?.(text);
    });
    instance.current = made;
    if (autoFocus) made.focus();
    return () => {
      listener.dispose();
      made.getModel()?.dispose();
      made.dispose();
    };
  }, []);

  useEffect(() => {
    const made = instance.current;
    const own = typed.current.indexOf(value);
    typed.current.splice(0, own + 1);
    made?.updateOptions({ wordWrap: wrapOf(value) });
    if (own < 0 && made && made.getValue() !== value) made.setValue(value);
  }, [value]);
  useEffect(() => applyEditorTheme(dark), [dark]);
  useEffect(() => {
    const model = instance.current?.getModel();
    if (model)
      editor.setModelMarkers(
        model,
        'marks',
        marks.map((mark) => markerOf(model, mark)),
      );
  }, [marks]);
  useImperativeHandle(handle, () => ({
    reveal(start, end) {
      const range = rangeOf(instance.current?.getModel(), start, end);
      if (!range) return;
      instance.current?.setSelection(range);
      instance.current?.revealRangeInCenterIfOutsideViewport(range);
      instance.current?.focus();
    },
    insert(text) {
      const made = instance.current;
      const range = made?.getSelection();
      if (!made || !range) return;
      made.pushUndoStop();
      made.executeEdits('insert', [{ range, text, forceMoveMarkers: true }]);
      made.pushUndoStop();
      made.focus();
    },
  }));

  return <div className="code-editor" ref={box} />;
}

function rangeOf(model: editor.ITextModel | null | undefined, start: number, end: number) {
  if (!model) return undefined;
  const from = model.getPositionAt(start);
  const to = model.getPositionAt(Math.max(end, start));
  return {
    startLineNumber: from.lineNumber,
    startColumn: from.column,
    endLineNumber: to.lineNumber,
    endColumn: to.column,
  };
}

const markerOf = (model: editor.ITextModel, { start, end, severity, message }: CodeMark): editor.IMarkerData => ({
  ...(rangeOf(model, start, end) as editor.IMarkerData),
  severity: SEVERITY[severity],
  message,
});
