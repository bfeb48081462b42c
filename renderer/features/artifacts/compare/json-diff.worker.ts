import { parseJson } from '../../../../shared/lib/json.ts';
import { type ChangeKind, diffJson, type JsonChange, type JsonDiff } from './json-diff.ts';

export interface DiffQuestion {
  before: Uint8Array;
  after: Uint8Array;
}

/** A change whose values are text already. */
export interface ToldChange {
  kind: ChangeKind;
  path: string;
  from?: string;
  before?: string;
  after?: string;
}

/** `unreadable`: one of the two is no JSON. `deep`: its levels are too many to be gone down. */
export type DiffAnswer = (Omit<JsonDiff, 'changes'> & { changes: ToldChange[] }) | 'unreadable' | 'deep';

/** Characters of a value that are told. */
const VALUE_CHARS = 4_000;

function told({ kind, path, from, ...values }: JsonChange): ToldChange {
  const text = (value: unknown) => {
    const whole = JSON.stringify(value, null, 2) ?? '';
    return whole.length > VALUE_CHARS ? `${whole.slice(0, VALUE_CHARS)}…` : whole;
  };
  return {
    kind,
    path,
    ...(from !== undefined && { from }),
    ...('before' in values && { before: text(values.before) }),
    ...('after' in values && { after: text(values.after) }),
  };
}

function answer({ before, after }: DiffQuestion): DiffAnswer {
  const [old, now] = [before, after].map((bytes) => parseJson(new TextDecoder().decode(bytes)));
  if (!old?.ok || !now?.ok) return 'unreadable';
  try {
    const diff = diffJson(old.value, now.value);
    return { ...diff, changes: diff.changes.map(told) };
  } catch (error) {
    if (error instanceof RangeError) return 'deep';
    throw error;
  }
}

self.onmessage = ({ data }: MessageEvent<DiffQuestion>) => self.postMessage(answer(data));
