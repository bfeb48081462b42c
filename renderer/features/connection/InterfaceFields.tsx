import type { Negotiated } from '../../../shared/contract/views.ts';
import { t } from '../../strings/index.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { showHidden } from '../../ui/text.ts';
import { Field } from '../../views/Field.tsx';
import { problemOf } from './draft.ts';
import type { FieldsProps } from './OptionsForm.tsx';

/** Which interface is used: what was settled and why, and what to use instead. */
export function InterfaceFields({ agent, draft, check, onChange }: FieldsProps) {
  const auto = { value: 'auto', label: t('options.auto') } as const;
  return (
    <fieldset className="options-part">
      <legend>{t('options.interface')}</legend>
      <Settled negotiated={agent.negotiated} />
      <div className="options-pair">
        <div className="form-field">
          <span className="label">{t('options.version')}</span>
          <Choice
            label={t('options.version')}
            value={draft.version}
            options={[auto, { value: '1.0', label: '1.0' }, { value: '0.3', label: '0.3' }]}
            onChange={(version) => onChange({ version })}
          />
        </div>
        <div className="form-field">
          <span className="label">{t('options.binding')}</span>
          <Choice
            label={t('options.binding')}
            value={draft.binding}
            options={[
              auto,
              { value: 'JSONRPC', label: 'JSON-RPC' },
              { value: 'HTTP+JSON', label: 'HTTP+JSON' },
              { value: 'GRPC', label: 'gRPC' },
            ]}
            onChange={(binding) => onChange({ binding })}
          />
        </div>
      </div>
      <Field label={t('options.endpoint')} hint={t('options.endpoint.hint')} problem={problemOf(check, 'endpoint')}>
        {({ id, describedBy, invalid }) => (
          <input
            id={id}
            className="field field-s mono"
            value={draft.endpoint}
            placeholder={t('options.endpoint.placeholder')}
            spellCheck={false}
            aria-describedby={describedBy}
            aria-invalid={invalid}
            onChange={(event) => onChange({ endpoint: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('options.tenant')}>
        {({ id }) => (
          <input
            id={id}
            className="field field-s"
            value={draft.tenant}
            placeholder={t('options.tenant.placeholder')}
            spellCheck={false}
            onChange={(event) => onChange({ tenant: event.target.value })}
          />
        )}
      </Field>
    </fieldset>
  );
}

function Settled({ negotiated }: { negotiated: Negotiated | undefined }) {
  if (!negotiated) return <p className="hint">{t('options.negotiated.none')}</p>;
  const { binding, dialect, url, tenant, reason, why } = negotiated;
  const none = why === 'no-interface';
  return (
    <div
      className="options-settled"
      data-testid="negotiated"
      data-binding={binding}
      data-version={dialect}
      data-why={why}
    >
      <div className="options-settled-line">
        <span className="t3">{t('options.negotiated')}</span>
        <Chip icon={none ? 'triangle' : 'check'}>{`A2A ${dialect}`}</Chip>
        <Chip>{binding}</Chip>
        {tenant ? <Chip>{t('options.negotiated.tenant', { tenant: showHidden(tenant) })}</Chip> : null}
      </div>
      <p className="mono options-url">{showHidden(url)}</p>
      <p className="hint">{showHidden(reason ?? t(`badge.why.${why}`))}</p>
    </div>
  );
}
