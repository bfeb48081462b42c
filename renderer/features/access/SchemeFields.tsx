import type { AgentView } from '../../../shared/contract/views.ts';
import { goTo } from '../../state/selection.ts';
import { t } from '../../strings/index.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { type Draft, type DraftField, isHeld } from './draft.ts';
import { type Origin, TextField } from './Field.tsx';
import { OAuthFields } from './OAuthFields.tsx';
import { type DraftProblem, type ProblemWord, problemAt } from './problems.ts';
import { SecretField } from './SecretField.tsx';

export interface SchemeFieldsProps {
  agent: AgentView;
  /** Origin that the credentials are bound to. */
  origin: string;
  draft: Draft;
  problems: readonly DraftProblem[];
  onChange(change: Partial<Draft>): void;
}

/** What a field holds came from the card, or from a discovery document. */
export const originOf = (draft: Draft, field: DraftField): Origin => {
  const value = draft[field];
  if (value === '') return undefined;
  if (draft.card[field] === value) return 'card';
  return draft.read[field] === value ? 'read' : undefined;
};

/** The fields of one scheme. */
export function SchemeFields(props: SchemeFieldsProps) {
  switch (props.draft.type) {
    case 'bearer':
      return <BearerFields {...props} />;
    case 'basic':
      return <BasicFields {...props} />;
    case 'apiKey':
      return <ApiKeyFields {...props} />;
    case 'headers':
      return <HeaderFields {...props} />;
    case 'oauth2':
      return <OAuthFields {...props} />;
    case 'mutualTLS':
      return <TlsHint agent={props.agent} />;
  }
}

interface SecretProps extends Pick<SchemeFieldsProps, 'draft' | 'problems' | 'onChange'> {
  name: string;
  label: string;
  hint?: string;
  wide?: boolean;
}

/** The field of one secret of a draft. */
export function DraftSecret({ name, draft, problems, onChange, ...rest }: SecretProps) {
  const problem: ProblemWord | undefined = problemAt(problems, `secret:${name}`);
  return (
    <SecretField
      {...rest}
      name={name}
      value={draft.secrets[name] ?? ''}
      held={isHeld(draft, name)}
      locked={draft.locked === true}
      problem={problem}
      onChange={(value) => onChange({ secrets: { ...draft.secrets, [name]: value } })}
    />
  );
}

const BearerFields = ({ draft, problems, onChange }: SchemeFieldsProps) => (
  <div className="access-grid">
    <DraftSecret name="token" label={t('access.token')} wide draft={draft} problems={problems} onChange={onChange} />
    <TextField
      label={t('access.prefix')}
      hint={t('access.prefix.hint')}
      value={draft.prefix}
      placeholder="Bearer"
      from={originOf(draft, 'prefix')}
      onChange={(prefix) => onChange({ prefix })}
    />
  </div>
);

const BasicFields = ({ draft, problems, onChange }: SchemeFieldsProps) => (
  <div className="access-grid">
    <TextField
      label={t('access.username')}
      value={draft.username}
      problem={problemAt(problems, 'username')}
      testId="access-username"
      onChange={(username) => onChange({ username })}
    />
    <DraftSecret name="password" label={t('access.password')} draft={draft} problems={problems} onChange={onChange} />
  </div>
);

const PLACES = ['header', 'query', 'cookie'] as const;

const ApiKeyFields = ({ draft, problems, onChange }: SchemeFieldsProps) => (
  <div className="access-grid">
    {draft.card.place === undefined ? (
      <div className="form-field access-wide">
        <span className="label">{t('access.place')}</span>
        <Choice
          label={t('access.place')}
          value={draft.place}
          options={PLACES.map((value) => ({ value, label: t(`access.place.${value}`) }))}
          onChange={(place) => onChange({ place })}
        />
      </div>
    ) : null}
    <TextField
      label={t(`access.key.${draft.place}`)}
      value={draft.key}
      from={originOf(draft, 'key')}
      problem={problemAt(problems, 'key')}
      testId="access-key-name"
      onChange={(key) => onChange({ key })}
    />
    <DraftSecret name="value" label={t('access.value')} draft={draft} problems={problems} onChange={onChange} />
  </div>
);

function HeaderFields({ draft, problems, onChange }: SchemeFieldsProps) {
  const { lines, secrets, has } = draft;
  const remove = (index: number) => {
    const kept = lines.map((_, at) => at).filter((at) => at !== index);
    const renamed = (from: number, to: number) =>
      secrets[`header:${from}`] === undefined ? [] : [[`header:${to}`, secrets[`header:${from}`] ?? '']];
    onChange({
      lines: kept.map((at) => lines[at] ?? ''),
      secrets: Object.fromEntries(kept.flatMap((at, to) => renamed(at, to))),
      // The engine knows values by their place, so those after the gap have to be entered again.
      has: has.filter((name) => Number(name.split(':')[1]) < index),
    });
  };
  const word = (index: number): ProblemWord | undefined => {
    const problem = problemAt(problems, 'lines');
    const line = lines[index]?.trim() ?? '';
    return problem === 'required' ? (line === '' ? problem : undefined) : problem;
  };
  return (
    <div className="access-lines">
      {lines.map((line, index) => (
        <div className="access-line" key={index}>
          <TextField
            label={t('access.line.name')}
            value={line}
            problem={word(index)}
            testId="access-line-name"
            onChange={(name) => onChange({ lines: lines.map((one, at) => (at === index ? name : one)) })}
          />
          <DraftSecret
            name={`header:${index}`}
            label={t('access.line.value')}
            draft={draft}
            problems={problems}
            onChange={onChange}
          />
          {lines.length > 1 ? (
            <IconButton
              icon="close"
              label={line ? t('access.line.remove', { name: line }) : t('access.line.remove.nameless')}
              onClick={() => remove(index)}
            />
          ) : null}
        </div>
      ))}
      <span>
        <Button size="s" icon="plus" onClick={() => onChange({ lines: [...lines, ''] })}>
          {t('access.line.add')}
        </Button>
      </span>
    </div>
  );
}

/** The certificate is entered where the rest of TLS is. */
function TlsHint({ agent }: { agent: AgentView }) {
  const { tls = {} } = agent.options;
  const set = tls.cert !== undefined || tls.pfx !== undefined;
  return (
    <div className="access-tls" data-testid="access-tls" data-state={set ? 'set' : 'missing'}>
      <Icon name={set ? 'check' : 'info'} className={set ? 'tone-ok' : 't3'} />
      <span className="grow">{t(set ? 'access.tls.set' : 'access.tls.missing')}</span>
      <Button size="s" icon="shield" onClick={() => goTo({ kind: 'agent', agent: agent.id }, 'connection')}>
        {t('access.tls.open')}
      </Button>
    </div>
  );
}
