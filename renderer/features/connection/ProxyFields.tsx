import { t } from '../../strings/index.ts';
import { Choice } from '../../ui/Choice.tsx';
import { Field } from '../../views/Field.tsx';
import { problemOf } from './draft.ts';
import type { FieldsProps } from './OptionsForm.tsx';

/** Straight to the agent, or through a proxy. */
export function ProxyFields({ draft, check, onChange }: FieldsProps) {
  return (
    <fieldset className="options-part">
      <legend>{t('options.proxy')}</legend>
      <div className="form-field">
        <span className="label">{t('options.proxy.use')}</span>
        <Choice
          label={t('options.proxy.use')}
          value={draft.proxy}
          options={(['system', 'none', 'url'] as const).map((value) => ({ value, label: t(`options.proxy.${value}`) }))}
          onChange={(proxy) => onChange({ proxy })}
        />
        {draft.proxy === 'system' ? <p className="hint">{t('options.proxy.system.hint')}</p> : null}
      </div>
      {draft.proxy === 'url' ? (
        <Field label={t('options.proxy.address')} hint={t('options.secret.memory')} problem={problemOf(check, 'proxy')}>
          {({ id, describedBy, invalid }) => (
            <input
              id={id}
              className="field field-s mono"
              data-testid="option-proxy"
              value={draft.proxyUrl}
              placeholder={t('options.proxy.placeholder')}
              spellCheck={false}
              aria-describedby={describedBy}
              aria-invalid={invalid}
              onChange={(event) => onChange({ proxyUrl: event.target.value })}
            />
          )}
        </Field>
      ) : null}
    </fieldset>
  );
}
