import { type ReactNode, useRef, useState } from 'react';
import { MASK } from '../../../shared/lib/mask.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { FilePicker, type FilePickerHandle } from '../../ui/FilePicker.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Field } from '../../views/Field.tsx';
import { FILE_LIMIT_BYTES, readPem } from './read-file.ts';

export interface PemFieldProps {
  /** Part of the test contract. */
  name: 'ca' | 'cert' | 'key';
  label: string;
  hint?: string;
  placeholder: string;
  accept: string;
  value: string;
  /** For secrets: whether the one behind the mask is still there. */
  secret?: 'set' | 'lost';
  problem: string | undefined;
  onChange(value: string): void;
  /** What was read from the text. */
  children?: ReactNode;
}

const ROWS = 3;

/** PEM text, pasted or from a file. A secret that is set is not shown, only replaced. */
export function PemField(props: PemFieldProps) {
  const { name, label, hint, placeholder, accept, value, secret, problem, onChange, children } = props;
  const picker = useRef<FilePickerHandle>(null);
  const [large, setLarge] = useState(false);
  const masked = secret !== undefined && value === MASK;
  const take = async (file: File) => {
    setLarge(file.size > FILE_LIMIT_BYTES);
    if (file.size > FILE_LIMIT_BYTES) return;
    onChange(await readPem(file, name === 'key' ? 'PRIVATE KEY' : 'CERTIFICATE'));
  };
  const end = (
    <span className="option-buttons">
      {value === '' ? null : (
        <Button size="s" look="ghost" onClick={() => onChange('')}>
          {masked ? t('options.secret.replace') : t('options.clear')}
        </Button>
      )}
      <Button size="s" icon="folder" onClick={() => picker.current?.open()}>
        {t('options.file')}
      </Button>
    </span>
  );
  return (
    <div data-testid={`option-${name}`}>
      <Field
        label={label}
        hint={masked ? undefined : hint}
        problem={large ? t('options.file.large') : problem}
        aside={end}
      >
        {({ id, describedBy, invalid }) =>
          masked ? (
            <p className="option-secret" id={id}>
              <Icon name="key" size={12} className={secret === 'lost' ? 'tone-warn' : 'tone-ok'} />
              {secret === 'lost' ? t('options.secret.lost') : t('options.secret.set')}
            </p>
          ) : (
            <textarea
              id={id}
              className="field mono option-pem"
              rows={ROWS}
              value={value}
              placeholder={placeholder}
              spellCheck={false}
              aria-describedby={describedBy}
              aria-invalid={invalid}
              onChange={(event) => onChange(event.target.value)}
            />
          )
        }
      </Field>
      {problem === undefined ? children : null}
      <FilePicker ref={picker} accept={accept} onFile={(file) => void take(file)} />
    </div>
  );
}
