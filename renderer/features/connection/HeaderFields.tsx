import type { HeaderLines } from '../../../shared/model/entry.ts';
import { t } from '../../strings/index.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Problem } from '../../views/Field.tsx';
import { problemOf } from './draft.ts';
import type { FieldsProps } from './OptionsForm.tsx';

/** Lines that go out with every request. */
export function HeaderFields({ draft, check, onChange }: FieldsProps) {
  const { headers } = draft;
  const problem = problemOf(check, 'headers');
  const set = (index: number, line: HeaderLines[number]) =>
    onChange({ headers: headers.map((one, at) => (at === index ? line : one)) });
  return (
    <fieldset className="options-part" data-testid="option-headers">
      <legend>{t('options.headers')}</legend>
      {headers.length === 0 ? <p className="hint">{t('options.headers.none')}</p> : null}
      {headers.length > 0 ? (
        <div className="option-headers">
          <span className="label">{t('options.headers.name')}</span>
          <span className="label">{t('options.headers.value')}</span>
          <span />
          {headers.map(([name, value], index) => (
            <Line
              key={index}
              name={name}
              value={value}
              onLine={(line) => set(index, line)}
              onRemove={() => onChange({ headers: headers.filter((_, at) => at !== index) })}
            />
          ))}
        </div>
      ) : null}
      {problem ? <Problem>{problem}</Problem> : null}
      <div className="option-file">
        <Button size="s" icon="plus" onClick={() => onChange({ headers: [...headers, ['', '']] })}>
          {t('options.headers.add')}
        </Button>
      </div>
      {headers.length > 0 ? <p className="hint">{t('options.headers.hint')}</p> : null}
    </fieldset>
  );
}

interface LineProps {
  name: string;
  value: string;
  onLine(line: HeaderLines[number]): void;
  onRemove(): void;
}

const Line = ({ name, value, onLine, onRemove }: LineProps) => (
  <>
    <input
      className="field field-s mono"
      aria-label={t('options.headers.name')}
      value={name}
      spellCheck={false}
      onChange={(event) => onLine([event.target.value, value])}
    />
    <input
      className="field field-s mono"
      aria-label={t('options.headers.value')}
      value={value}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => onLine([name, event.target.value])}
    />
    <IconButton
      icon="close"
      label={name ? t('options.headers.remove', { name }) : t('options.headers.remove.nameless')}
      onClick={onRemove}
    />
  </>
);
