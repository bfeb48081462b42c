import { useMemo } from 'react';
import { placeOf } from '../../../shared/lib/json-places.ts';
import type { DialectId } from '../../../shared/model/entry.ts';
import { type TextProblem, unknownMembers } from '../../state/push-draft.ts';
import { t } from '../../strings/index.ts';
import { Code } from '../../ui/Code.tsx';
import { later } from '../../ui/later.tsx';
import type { CodeEditorProps, CodeMark } from '../../ui/monaco/CodeEditor.tsx';
import { oneLine } from '../../ui/text.ts';
import { useDark } from '../../ui/use-dark.ts';

type EditorProps = Omit<CodeEditorProps, 'address'> & { dialect: DialectId };

const Editor = later<EditorProps>(
  async () => {
    const [{ default: CodeEditor }, { addressOf }] = await Promise.all([
      import('../../ui/monaco/CodeEditor.tsx'),
      import('./push-language.ts'),
    ]);
    return ({ dialect, ...props }) => <CodeEditor {...props} address={addressOf(dialect)} />;
  },
  { meanwhile: ({ value }) => <Code className="code-editor">{value}</Code>, whenIdle: true },
);

export const problemWords = (problem: TextProblem): string =>
  problem.what === 'json'
    ? t('push.json.bad', { reason: oneLine(problem.reason) })
    : t(`push.json.${problem.what}`, { member: problem.member });

/** What is to be underlined. Where the text is no JSON, the editor finds that by itself. */
function marksOf(text: string, problem: TextProblem | undefined, dialect: DialectId): CodeMark[] {
  const found: CodeMark[] = unknownMembers(text, dialect).map((pointer) => ({
    ...placeOf(text, pointer),
    severity: 'note',
    message: t('push.json.unknown', { version: dialect }),
  }));
  if (problem !== undefined && problem.what !== 'json') {
    found.push({ ...placeOf(text, problem.pointer), severity: 'error', message: problemWords(problem) });
  }
  return found;
}

interface PushJsonProps {
  text: string;
  problem: TextProblem | undefined;
  dialect: DialectId;
  onChange(text: string): void;
}

/** A push configuration as JSON in the form of the agent's version, with completion and its faults underlined. */
export function PushJson({ text, problem, dialect, onChange }: PushJsonProps) {
  const dark = useDark();
  const marks = useMemo(() => marksOf(text, problem, dialect), [text, problem, dialect]);
  return (
    <Editor
      key={dialect}
      dialect={dialect}
      value={text}
      label={t('push.mode.json.label')}
      readOnly={false}
      dark={dark}
      marks={marks}
      onChange={onChange}
    />
  );
}
