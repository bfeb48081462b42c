import { useState } from 'react';
import type { AgentCard, AgentSkill } from '../../../shared/model/card.ts';
import { fillComposer } from '../../state/compose.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { oneLine } from '../../ui/text.ts';
import { LongText } from '../../views/LongText.tsx';
import { asList, asText, asTexts } from './view-model.ts';

/** Skills laid out before the rest folds. */
const SKILLS_SHOWN = 40;
/** Characters of a description before the rest folds. */
const DESCRIPTION_CHARS = 220;
/** Examples and tags of one skill before the rest folds. */
const EXAMPLES_SHOWN = 3;
const TAGS_SHOWN = 8;

/** What the agent says it is good at; every example is one click from being sent. */
export function Skills({ card }: { card: AgentCard }) {
  const [all, setAll] = useState(false);
  const skills = asList<AgentSkill>(card.skills).filter((skill) => typeof skill === 'object' && skill !== null);
  return (
    <section className="card-part">
      <h3>
        {t('card.skills')} {skills.length > 0 ? <span className="t3">{skills.length}</span> : null}
      </h3>
      {skills.length === 0 ? <p className="hint">{t('card.skills.none')}</p> : null}
      <div className="card-skills">
        {(all ? skills : skills.slice(0, SKILLS_SHOWN)).map((skill, index) => (
          <Skill key={`${index}-${asText(skill.id)}`} skill={skill} />
        ))}
      </div>
      {!all && skills.length > SKILLS_SHOWN ? (
        <div>
          <Button size="s" onClick={() => setAll(true)}>
            {t('card.skills.all', { count: skills.length })}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function Skill({ skill }: { skill: AgentSkill }) {
  const [all, setAll] = useState(false);
  const name = asText(skill.name);
  const description = asText(skill.description);
  const tags = asTexts(skill.tags);
  const examples = asTexts(skill.examples);
  const takes = asTexts(skill.inputModes);
  const gives = asTexts(skill.outputModes);
  return (
    <article className="card-box card-skill" data-testid="skill" data-id={asText(skill.id)}>
      <div className="card-skill-head">
        <h4 className={name ? undefined : 't3'} title={asText(skill.id) || undefined}>
          {name ? oneLine(name) : t('card.skill.noName')}
        </h4>
        {tags.length > 0 ? (
          <span className="t3 card-tags" title={tags.join(', ')}>
            {oneLine(tags.slice(0, TAGS_SHOWN).join(', '))}
            {tags.length > TAGS_SHOWN ? ` +${tags.length - TAGS_SHOWN}` : ''}
          </span>
        ) : null}
      </div>
      {description ? <LongText text={description} limit={DESCRIPTION_CHARS} className="card-skill-text" /> : null}
      {takes.length > 0 ? <ModesLine text={t('card.skill.takes', { modes: takes.join(', ') })} /> : null}
      {gives.length > 0 ? <ModesLine text={t('card.skill.gives', { modes: gives.join(', ') })} /> : null}
      {(all ? examples : examples.slice(0, EXAMPLES_SHOWN)).map((example, index) => (
        <button
          key={`${index}-${example.slice(0, 40)}`}
          type="button"
          className="card-example"
          title={example}
          data-testid="skill-example"
          onClick={() => fillComposer(example)}
        >
          <span className="cut">{`“${oneLine(example)}”`}</span>
          <span className="card-try">
            <Icon name="play" size={12} />
            {t('card.skill.tryWord')}
          </span>
        </button>
      ))}
      {!all && examples.length > EXAMPLES_SHOWN ? (
        <button type="button" className="link card-more" onClick={() => setAll(true)}>
          {t('card.skill.examples.all', { count: examples.length - EXAMPLES_SHOWN })}
        </button>
      ) : null}
    </article>
  );
}

const ModesLine = ({ text }: { text: string }) => (
  <p className="hint cut" title={text}>
    {oneLine(text)}
  </p>
);
