import { useState } from 'react';
import type { TaskPushNotificationConfig } from '../../../shared/model/push.ts';
import {
  configOf,
  draftOfConfig,
  draftOfText,
  EMPTY_DRAFT,
  type PushDraft,
  type SecretName,
  type TextProblem,
  textOf,
} from './draft.ts';
import { createConfig, type Failure } from './store.ts';

export type FormMode = 'form' | 'json';
export type FieldProblem = 'url' | 'scheme';

export interface ConfigForm {
  mode: FormMode;
  draft: PushDraft;
  /** The JSON as it is written; the draft follows it while it can be read. */
  text: string;
  textProblem: TextProblem | undefined;
  /** What keeps it from being sent; told once somebody tried. */
  problem: FieldProblem | undefined;
  /** Secrets of the agent's configuration that did not come with it. */
  lost: readonly SecretName[];
  busy: boolean;
  /** Why it was not saved. */
  failure: Failure | undefined;
  /** What was saved last is what the form shows. */
  saved: boolean;
  setMode(mode: FormMode): void;
  change(change: Partial<PushDraft>): void;
  write(text: string): void;
  edit(config: TaskPushNotificationConfig, receiver: boolean): void;
  clear(): void;
  save(): Promise<boolean>;
}

function problemOf({ url, scheme, credentials }: PushDraft): FieldProblem | undefined {
  if (url.trim() === '') return 'url';
  return credentials !== '' && scheme === '' ? 'scheme' : undefined;
}

/** One configuration while it is written, as a form or as JSON; both always show the same. */
export function useConfigForm(agent: string, task: string): ConfigForm {
  const [mode, setMode] = useState<FormMode>('form');
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [text, setText] = useState(() => textOf(EMPTY_DRAFT));
  const [textProblem, setTextProblem] = useState<TextProblem>();
  const [lost, setLost] = useState<readonly SecretName[]>([]);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [saved, setSaved] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  const put = (next: PushDraft) => {
    setDraft(next);
    setText(textOf(next));
    setTextProblem(undefined);
    setSaved(false);
  };
  const begin = (next: PushDraft, missing: readonly SecretName[]) => {
    put(next);
    setLost(missing);
    setTried(false);
    setFailure(undefined);
  };
  return {
    mode,
    draft,
    text,
    textProblem,
    problem: tried ? problemOf(draft) : undefined,
    lost: lost.filter((name) => draft[name] === ''),
    busy,
    failure,
    saved,
    setMode,
    change: (change) => put({ ...draft, ...change }),
    write: (next) => {
      setText(next);
      setSaved(false);
      const read = draftOfText(next, draft);
      setTextProblem(read.ok ? undefined : read.problem);
      if (read.ok) setDraft(read.draft);
    },
    edit: (config, receiver) => {
      const read = draftOfConfig(config, receiver);
      begin(read.draft, read.lost);
    },
    clear: () => begin(EMPTY_DRAFT, []),
    save: async () => {
      setTried(true);
      if (problemOf(draft) || textProblem || busy) return false;
      setBusy(true);
      setFailure(undefined);
      const { failure: failed, id } = await createConfig(agent, task, configOf({ ...draft, url: draft.url.trim() }));
      setBusy(false);
      setFailure(failed);
      // Saved again, it is to replace what was just made.
      if (id) put({ ...draft, id });
      setSaved(!failed);
      return !failed;
    },
  };
}
