import type { AccessView, CredentialView } from '../../../shared/contract/access.ts';
import { isActive } from '../../state/queries.ts';
import type { Choice } from './choices.ts';
import type { AccessFormState } from './use-access-form.ts';

/** How a form or one of its choices stands; part of the test contract. */
export type FormState = 'empty' | 'prefilled' | 'checking' | 'valid' | 'refused';

/** The saved credentials of a choice, all of them in use; undefined while one is missing. */
function usedOf(choice: Choice, using: readonly CredentialView[]): CredentialView[] | undefined {
  const used = choice.drafts.map((draft) => using.find((credential) => credential.id === draft.credential));
  return used.every((one) => one !== undefined) ? used : undefined;
}

const REFUSED: readonly CredentialView['state'][] = ['refused', 'expired', 'enter-again'];

/** How one way to sign in stands. */
export function choiceState(choice: Choice, view: AccessView): FormState {
  const used = usedOf(choice, view.using);
  const { signIn } = view;
  const signing = choice.drafts.some(
    (draft) => draft.credential !== undefined && draft.credential === signIn?.credential,
  );
  if (signing && isActive(signIn)) return 'checking';
  if (signing && signIn?.state === 'failed') return 'refused';
  if (used?.some(({ state }) => REFUSED.includes(state))) return 'refused';
  if (used?.every(({ state }) => state === 'valid')) return 'valid';
  const filled = choice.drafts.some((draft) => draft.credential !== undefined || Object.keys(draft.card).length > 0);
  return filled || choice.words.length > 0 ? 'prefilled' : 'empty';
}

interface Around {
  form: AccessFormState;
  view: AccessView;
  testing: boolean;
  /** The last test was not passed. */
  refused: boolean;
}

/** How the whole form stands. */
export function formState({ form, view, testing, refused }: Around): FormState {
  if (form.busy || testing) return 'checking';
  const state = choiceState(form.chosen, view);
  if (state === 'checking') return state;
  if (form.trouble || refused) return 'refused';
  return state;
}
