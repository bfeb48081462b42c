import { changeCompose, useCompose } from '../../state/compose.ts';
import { useCard } from '../../state/queries.ts';
import { t } from '../../strings/index.ts';
import { JsonText } from '../../ui/monaco/JsonText.tsx';
import { PushOption } from './PushOption.tsx';

/** Metadata of message and request, as JSON text. */
export function MetadataDrawer() {
  const state = useCompose((compose) => compose);
  return (
    <div className="composer-drawer composer-metadata">
      {(['messageMetadata', 'requestMetadata'] as const).map((field) => {
        const label = t(field === 'messageMetadata' ? 'composer.metadata.message' : 'composer.metadata.request');
        return (
          <div key={field} className="vflex grow">
            <span className="label">{label}</span>
            <JsonText
              value={state[field]}
              label={label}
              readOnly={false}
              onChange={(text) => changeCompose({ [field]: text })}
            />
          </div>
        );
      })}
    </div>
  );
}

/** Configuration, tenant, extensions and push of the next message. */
export function OptionsDrawer({ agent, task }: { agent: string | undefined; task: string | undefined }) {
  const state = useCompose((compose) => compose);
  const card = useCard(agent).data?.card;
  const extensions = card?.capabilities?.extensions ?? [];
  const toggle = (uri: string) =>
    changeCompose({
      extensions: state.extensions.includes(uri)
        ? state.extensions.filter((one) => one !== uri)
        : [...state.extensions, uri],
    });
  return (
    <div className="composer-drawer composer-options">
      <label>
        <span className="label">{t('composer.options.accept')}</span>
        <input
          className="field field-s mono"
          value={state.acceptedOutputModes}
          placeholder={card?.defaultOutputModes?.join(', ')}
          onChange={(event) => changeCompose({ acceptedOutputModes: event.target.value })}
        />
      </label>
      <label>
        <span className="label">{t('composer.options.history')}</span>
        <input
          className="field field-s mono"
          inputMode="numeric"
          value={state.historyLength}
          onChange={(event) => changeCompose({ historyLength: event.target.value })}
        />
      </label>
      <label>
        <span className="label">{t('composer.options.tenant')}</span>
        <input
          className="field field-s mono"
          value={state.tenant}
          onChange={(event) => changeCompose({ tenant: event.target.value })}
        />
      </label>
      <label className="hflex check-line">
        <input
          type="checkbox"
          checked={state.returnImmediately}
          onChange={(event) => changeCompose({ returnImmediately: event.target.checked })}
        />
        {t('composer.options.immediately')}
      </label>
      <fieldset className="composer-extensions">
        <legend className="label">{t('composer.options.extensions')}</legend>
        {extensions.length === 0 ? <p className="hint">{t('composer.options.noExtensions')}</p> : null}
        {extensions.map((extension) => (
          <label className="hflex check-line" key={extension.uri} title={extension.description}>
            <input
              type="checkbox"
              checked={state.extensions.includes(extension.uri)}
              onChange={() => toggle(extension.uri)}
            />
            <span className="mono cut">{extension.uri}</span>
            {extension.required ? <span className="t3">{t('composer.options.required')}</span> : null}
          </label>
        ))}
      </fieldset>
      <PushOption agent={agent} task={task} />
    </div>
  );
}
