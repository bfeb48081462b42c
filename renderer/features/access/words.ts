import type { AgentView } from '../../../shared/contract/views.ts';
import type { CredentialScheme } from '../../../shared/model/credential.ts';
import { t } from '../../strings/index.ts';
import type { IconName } from '../../ui/icons.ts';
import { oneLine } from '../../ui/text.ts';
import { type Choice, OTHER } from './choices.ts';
import { type Draft, schemeOf } from './draft.ts';

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** What one scheme is called. */
export function schemeTitle(scheme: CredentialScheme, openId = false): string {
  switch (scheme.type) {
    case 'bearer':
      return scheme.prefix && scheme.prefix.toLowerCase() !== 'bearer'
        ? t('access.kind.http', { scheme: oneLine(scheme.prefix) })
        : t('access.kind.bearer');
    case 'apiKey':
      return scheme.name
        ? t(`access.kind.apiKey.${scheme.in}`, { name: oneLine(scheme.name) })
        : t('access.kind.apiKey');
    case 'oauth2':
      return openId ? t('access.kind.openId') : t(`access.kind.oauth2.${scheme.flow}`);
    default:
      return t(`access.kind.${scheme.type}`);
  }
}

export const draftTitle = (draft: Draft): string => schemeTitle(schemeOf(draft), draft.openId === true);

/** The line of a choice: its schemes together. */
export function choiceTitle(choice: Choice): string {
  if (choice.id === OTHER) return t('access.other');
  return list.format(
    choice.drafts.map((draft, index) => {
      const note = choice.notes[index];
      const words = choice.words[index];
      if (note === 'flow') return t('access.kind.oauth2.flow', { flow: flowOf(choice.id) });
      if (note === 'unknown' || note === 'missing')
        return t(`access.kind.${note}`, { name: oneLine(words?.name ?? '') });
      return draftTitle(draft);
    }),
  );
}

const flowOf = (id: string): string => oneLine(id.slice(id.lastIndexOf(':') + 1));

/** What a choice means for the person. */
export function choiceHint(choice: Choice): string {
  if (choice.id === OTHER) return t('access.other.hint');
  if (choice.drafts.length > 1) return t('access.together', { count: choice.drafts.length });
  const [draft] = choice.drafts;
  const [note] = choice.notes;
  const description = choice.words[0]?.description;
  if (note) return t(`access.note.${note}`);
  if (description) return oneLine(description);
  if (draft?.type === 'oauth2') return t(draft.openId ? 'access.hint.openId' : `access.hint.${draft.flow}`);
  return draft?.type === 'apiKey' ? '' : t(`access.hint.${draft?.type ?? 'bearer'}`);
}

/** Short name of a kind for lists. */
export const kindWord = (scheme: CredentialScheme): string => t(`access.short.${scheme.type}`);

/** Name of a credential that nobody gave another one. */
export const defaultName = (agent: AgentView, draft: Draft): string =>
  t('access.name.default', { agent: oneLine(agent.name), kind: t(`access.short.${draft.type}`) });

/** The verb of the form's first button. */
export function primaryVerb(drafts: readonly Draft[]): { text: string; icon: IconName } {
  const oauth = drafts.find((draft) => draft.type === 'oauth2');
  if (!oauth) return { text: t('access.save'), icon: 'key' };
  return { text: t(oauth.flow === 'clientCredentials' ? 'access.getToken' : 'access.signIn'), icon: 'key' };
}
