import { useState } from 'react';
import type { AccessView, CredentialView, VaultView } from '../../../shared/contract/access.ts';
import type { AgentView, CardView } from '../../../shared/contract/views.ts';
import type { Trouble } from '../../../shared/lib/result.ts';
import type { Keep } from '../../../shared/model/credential.ts';
import { chooseCredentials, saveCredential, signIn } from '../../state/access.ts';
import { fetchCard } from '../../state/agents.ts';
import { type Choice, choicesOf, filledIn, firstChoice, OTHER, orphansOf, usedAfter } from './choices.ts';
import { type Draft, draftOf, EMPTY_DRAFT, isTouched, schemeOf, typedSecrets } from './draft.ts';
import { type DraftProblem, problemsOf } from './problems.ts';
import { defaultName } from './words.ts';

export interface AccessFormInput {
  agent: AgentView;
  card: CardView | undefined;
  view: AccessView;
  vault: VaultView | undefined;
  /** Scheme of the card that somebody asked for. */
  wanted: string | undefined;
}

export interface AccessFormState {
  choices: readonly Choice[];
  chosen: Choice;
  drafts: readonly Draft[];
  problems: readonly (readonly DraftProblem[])[];
  /** Where what is saved will be kept. */
  keep: Keep;
  canKeep: boolean;
  touched: boolean;
  busy: boolean;
  /** Why the last save did not go through. */
  trouble: Trouble | undefined;
  /** Number of saves that went through. */
  saves: number;
  choose(id: string): void;
  edit(credential: CredentialView): void;
  change(index: number, change: Partial<Draft>): void;
  setKeep(keep: Keep): void;
  /** True: saved, and a sign-in was begun where one is needed. */
  submit(): Promise<boolean>;
  discard(): void;
}

const blank = (credentials: readonly CredentialView[]): Choice => {
  const own = credentials.find((credential) => credential.cardScheme === undefined);
  return { id: OTHER, drafts: [own ? draftOf(own) : EMPTY_DRAFT], words: [], notes: [] };
};

/** The form of the Access tab: what is chosen, typed and saved. Secrets live here only until they are saved. */
export function useAccessForm({ agent, card, view, vault, wanted }: AccessFormInput): AccessFormState {
  const [chosenId, setChosen] = useState<string>();
  const [edits, setEdits] = useState<Record<string, Draft[]>>({});
  const [kept, setKept] = useState<Keep>();
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const [saves, setSaves] = useState(0);

  const known = [...view.using, ...view.held];
  const named = choicesOf(card?.card).map((choice) => filledIn(choice, known));
  const offered = [...named, ...orphansOf(named, known)];
  const other = blank(view.using);
  const choices = [...offered, other];
  const find = (id: string | undefined) => choices.find((choice) => choice.id === id);
  const chosen = find(chosenId) ?? find(firstChoice(offered, view.using, wanted)) ?? other;
  const drafts = edits[chosen.id] ?? chosen.drafts;
  const canKeep = vault !== undefined && vault.kind !== 'session' && !vault.locked;
  const before = known.find((credential) => credential.id === drafts[0]?.credential)?.keep;
  const keep: Keep = canKeep ? (kept ?? before ?? 'vault') : 'session';
  const touched =
    drafts.some((draft, index) => isTouched(draft, chosen.drafts[index] ?? EMPTY_DRAFT)) ||
    (kept !== undefined && before !== undefined && keep !== before);

  const submit = async (): Promise<boolean> => {
    if (busy) return false;
    setChecked(true);
    setTrouble(undefined);
    if (drafts.some((draft) => problemsOf(draft).length > 0)) return false;
    setBusy(true);
    const reply = await saveAll(agent, drafts, keep, view.using);
    setBusy(false);
    if (!reply.ok) {
      setTrouble(reply.error);
      return false;
    }
    setEdits(({ [chosen.id]: _saved, ...others }) => others);
    setChosen(chosen.id);
    setChecked(false);
    setSaves((count) => count + 1);
    return true;
  };

  return {
    choices,
    chosen,
    drafts,
    problems: drafts.map((draft) => (checked ? problemsOf(draft) : [])),
    keep,
    canKeep,
    touched,
    busy,
    trouble,
    saves,
    choose: (next) => {
      setChosen(next);
      setChecked(false);
      setTrouble(undefined);
    },
    edit: (credential) => {
      const own = choices.find(({ drafts }) => drafts.some((draft) => draft.credential === credential.id));
      setChosen(own?.id ?? OTHER);
      setChecked(false);
      if (!own) setEdits((all) => ({ ...all, [OTHER]: [draftOf(credential)] }));
    },
    change: (index, change) => {
      setTrouble(undefined);
      setEdits((all) => {
        const now = all[chosen.id] ?? chosen.drafts;
        return { ...all, [chosen.id]: now.map((draft, at) => (at === index ? { ...draft, ...change } : draft)) };
      });
    },
    setKeep: setKept,
    submit,
    discard: () => {
      setEdits({});
      setChosen(undefined);
      setChecked(false);
      setTrouble(undefined);
      setKept(undefined);
    },
  };
}

type Saved = { ok: true } | { ok: false; error: Trouble };

/** Saves the sections of one choice together, has the agent use them, and begins what is needed to get a token. */
async function saveAll(
  agent: AgentView,
  drafts: readonly Draft[],
  keep: Keep,
  using: readonly CredentialView[],
): Promise<Saved> {
  const saved: CredentialView[] = [];
  for (const draft of drafts) {
    const reply = await saveCredential({
      agent: agent.id,
      scheme: schemeOf(draft),
      keep,
      secrets: typedSecrets(draft),
      ...(draft.credential === undefined ? {} : { credential: draft.credential }),
      name: draft.name.trim() || defaultName(agent, draft),
      ...(draft.cardScheme === undefined ? {} : { cardScheme: draft.cardScheme }),
    });
    if (!reply.ok) return reply;
    saved.push(reply.value);
  }
  const use = await chooseCredentials(agent.id, usedAfter(using, saved));
  if (!use.ok) return use;
  const tokens = saved.filter(({ scheme }) => scheme.type === 'oauth2');
  for (const { id } of tokens) {
    const reply = await signIn(id);
    if (!reply.ok) return reply;
  }
  // Without a token to wait for, the agent can be asked at once.
  if (tokens.length === 0) void fetchCard(agent.id);
  return { ok: true };
}
