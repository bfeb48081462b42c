import type { Section } from '../../shared/lenses/lens.ts';
import { hasString, t } from '../strings/index.ts';
import { Tag } from '../ui/Chip.tsx';
import { IdText } from './IdText.tsx';
import { JsonBlock } from './JsonBlock.tsx';
import { leftOver, type Unread } from './left-over.ts';
import { Prose } from './Prose.tsx';

type Read = Exclude<Section, Unread>;

/** What the lenses found on one event; keys no lens reads come last and stay visible. */
export const Sections = ({ sections }: { sections: readonly Section[] }) => (
  <>
    {sections
      .filter((section): section is Read => section.kind !== 'other')
      .map((section, index) => (
        <OneSection key={index} section={section} />
      ))}
    {leftOver(sections.filter((section): section is Unread => section.kind === 'other')).map((values, index) => (
      <JsonBlock key={index} value={values} label={t('section.other')} />
    ))}
  </>
);

function OneSection({ section }: { section: Read }) {
  switch (section.kind) {
    case 'tool':
      return <ToolSection section={section} />;
    case 'thinking':
      return (
        <section className="block">
          <div className="block-title">{t('section.thinking')}</div>
          <Prose text={section.text} />
          {section.cut ? <p className="hint">{t('section.cut')}</p> : null}
        </section>
      );
    case 'text':
      return (
        <section className="block">
          <div className="block-title">{t('section.text')}</div>
          <Prose text={section.text} />
        </section>
      );
    case 'report':
      return <JsonBlock value={section.detail} label={t('section.report', { what: section.what })} />;
    case 'usage':
      return (
        <section className="block">
          <div className="block-title">{t('section.usage')}</div>
          <UsageLine usage={section} />
        </section>
      );
    case 'permission':
      return <JsonBlock value={section.detail} label={t('section.permission')} />;
    case 'error':
      return <JsonBlock value={section.detail} label={t('section.error')} />;
    case 'text-final':
      return null;
  }
}

function ToolSection({ section }: { section: Extract<Section, { kind: 'tool' }> }) {
  const phase = `phase.${section.phase}`;
  const tone = section.phase === 'completed' ? 'tone-ok' : section.phase === 'failed' ? 'tone-danger' : undefined;
  return (
    <section className="block">
      <div className="block-title">{t('section.tool')}</div>
      <dl className="kv">
        {section.name ? (
          <>
            <dt>{t('section.name')}</dt>
            <dd className="mono">{section.name}</dd>
          </>
        ) : null}
        <dt>{t('section.call')}</dt>
        <dd>
          <IdText id={section.id} />
        </dd>
      </dl>
      <Tag {...(tone ? { tone } : {})}>{hasString(phase) ? t(phase) : section.phase}</Tag>
      {section.delta !== undefined ? <JsonBlock value={section.delta} label={t('section.delta')} /> : null}
      {section.delta === undefined && section.deltaLength !== undefined ? (
        <p className="hint">{t('section.deltaLength', { length: section.deltaLength })}</p>
      ) : null}
      {section.input !== undefined ? <JsonBlock value={section.input} label={t('section.input')} /> : null}
      {section.result !== undefined ? <JsonBlock value={section.result} label={t('section.result')} /> : null}
      {section.cut ? <p className="hint">{t('section.cut')}</p> : null}
    </section>
  );
}

/** Token counts in one line, with what the agent said of the model. */
export function UsageLine({ usage }: { usage: Extract<Section, { kind: 'usage' }> }) {
  const facts: string[] = [];
  if (usage.input !== undefined) facts.push(t('section.usage.in', { count: usage.input }));
  if (usage.output !== undefined) facts.push(t('section.usage.out', { count: usage.output }));
  if (usage.total !== undefined) facts.push(t('section.usage.total', { count: usage.total }));
  if (usage.cached !== undefined) facts.push(t('section.usage.cached', { count: usage.cached }));
  if (usage.model) facts.push(usage.model);
  return (
    <div className="usage-line" data-testid="usage">
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </div>
  );
}
