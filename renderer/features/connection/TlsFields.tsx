import { useRef, useState } from 'react';
import type { CertificateInfo } from '../../../shared/contract/views.ts';
import { MASK } from '../../../shared/lib/mask.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { FilePicker, type FilePickerHandle } from '../../ui/FilePicker.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { formatBytes, showHidden } from '../../ui/text.ts';
import { Field, Problem } from '../../views/Field.tsx';
import { problemOf } from './draft.ts';
import type { FieldsProps } from './OptionsForm.tsx';
import { PemField } from './PemField.tsx';
import { FILE_LIMIT_BYTES, readBase64 } from './read-file.ts';

const PEM_ENDINGS = '.pem,.crt,.cer,.key,.txt';
const PFX_ENDINGS = '.p12,.pfx';

/** Whom the agent's certificate has to be issued by, and which certificate of ours it is shown. */
export function TlsFields({ agent, draft, check, onChange }: FieldsProps) {
  const lost = (name: 'key' | 'pfx') => agent.forgotten?.includes(name) ?? false;
  return (
    <fieldset className="options-part">
      <legend>{t('options.tls')}</legend>
      <PemField
        name="ca"
        label={t('options.ca')}
        hint={t('options.ca.hint')}
        placeholder={t('options.pem.placeholder')}
        accept={PEM_ENDINGS}
        value={draft.ca}
        problem={problemOf(check, 'ca')}
        onChange={(ca) => onChange({ ca })}
      >
        <Certificates list={check?.ca ?? []} />
      </PemField>
      <div className="form-field">
        <span className="label">{t('options.client')}</span>
        <Choice
          label={t('options.client')}
          value={draft.client}
          options={(['none', 'pem', 'pfx'] as const).map((value) => ({ value, label: t(`options.client.${value}`) }))}
          onChange={(client) => onChange({ client })}
        />
      </div>
      {draft.client === 'pem' ? (
        <>
          <PemField
            name="cert"
            label={t('options.cert')}
            placeholder={t('options.pem.placeholder')}
            accept={PEM_ENDINGS}
            value={draft.cert}
            problem={problemOf(check, 'cert')}
            onChange={(cert) => onChange({ cert })}
          >
            <Certificates list={check?.client ? [check.client] : []} />
          </PemField>
          <PemField
            name="key"
            label={t('options.key')}
            hint={t('options.secret.memory')}
            placeholder={t('options.key.placeholder')}
            accept={PEM_ENDINGS}
            value={draft.key}
            secret={lost('key') ? 'lost' : 'set'}
            problem={problemOf(check, 'key')}
            onChange={(key) => onChange({ key })}
          />
        </>
      ) : null}
      {draft.client === 'pfx' ? (
        <PfxField
          value={draft.pfx}
          lost={lost('pfx')}
          problem={problemOf(check, 'pfx')}
          onChange={(pfx) => onChange({ pfx })}
        />
      ) : null}
      {draft.client === 'none' ? null : (
        <Field
          label={t('options.passphrase')}
          hint={draft.client === 'pem' ? t('options.passphrase.hint') : undefined}
          problem={problemOf(check, 'passphrase')}
        >
          {({ id, describedBy, invalid }) => (
            <input
              id={id}
              type="password"
              className="field field-s"
              autoComplete="off"
              value={draft.passphrase}
              aria-describedby={describedBy}
              aria-invalid={invalid}
              onChange={(event) => onChange({ passphrase: event.target.value })}
            />
          )}
        </Field>
      )}
      <div className="form-field" data-testid="allow-self-signed">
        <Checkbox checked={draft.allowSelfSigned} onChange={(allowSelfSigned) => onChange({ allowSelfSigned })}>
          {t('options.allow')}
        </Checkbox>
        <p className="hint">{t('options.allow.hint')}</p>
      </div>
    </fieldset>
  );
}

/** Certificates named in full; a bundle of authorities may hold any number. */
const CERTIFICATES_SHOWN = 3;

function Certificates({ list }: { list: readonly CertificateInfo[] }) {
  if (list.length === 0) return null;
  return (
    <ul className="option-certificates">
      {list.slice(0, CERTIFICATES_SHOWN).map(({ subject, to, fingerprint }) => (
        <li key={fingerprint} title={fingerprint}>
          <Icon name="shield" size={12} className={Date.parse(to) < Date.now() ? 'tone-danger' : 'tone-ok'} />
          {t('options.certificate', { subject: showHidden(subject), to: to.slice(0, 10) })}
        </li>
      ))}
      {list.length > CERTIFICATES_SHOWN ? (
        <li className="t3">{t('options.certificates.more', { count: list.length - CERTIFICATES_SHOWN })}</li>
      ) : null}
    </ul>
  );
}

interface PfxFieldProps {
  value: string;
  lost: boolean;
  problem: string | undefined;
  onChange(value: string): void;
}

/** PKCS#12 is no text, so it comes from a file. */
function PfxField({ value, lost, problem, onChange }: PfxFieldProps) {
  const picker = useRef<FilePickerHandle>(null);
  const [name, setName] = useState<string>();
  const [large, setLarge] = useState(false);
  const take = async (file: File) => {
    setLarge(file.size > FILE_LIMIT_BYTES);
    if (file.size > FILE_LIMIT_BYTES) return;
    setName(t('options.pfx.chosen', { name: showHidden(file.name), size: formatBytes(file.size) }));
    onChange(await readBase64(file));
  };
  const says = value === '' ? t('options.pfx.none') : value === MASK ? stateOf(lost) : name;
  return (
    <div className="form-field" data-testid="option-pfx">
      <span className="label">{t('options.pfx')}</span>
      <div className="option-file">
        <Button size="s" icon="folder" onClick={() => picker.current?.open()}>
          {t('options.file')}
        </Button>
        <span className="t2 cut">{says}</span>
      </div>
      <FilePicker ref={picker} accept={PFX_ENDINGS} onFile={(file) => void take(file)} />
      {large ? <Problem>{t('options.file.large')}</Problem> : null}
      {problem !== undefined ? <Problem>{problem}</Problem> : null}
      <p className="hint">{t('options.secret.memory')}</p>
    </div>
  );
}

const stateOf = (lost: boolean): string => (lost ? t('options.secret.lost') : t('options.secret.set'));
