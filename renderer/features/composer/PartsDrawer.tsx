import { useState } from 'react';
import { changeCompose, composeStore, type DraftPart, nextPartId, useCompose } from '../../state/compose.ts';
import { t } from '../../strings/index.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { formatBytes, oneLine } from '../../ui/text.ts';

/** Bytes of one file sent inline; base64 makes it a third larger on the wire. */
const FILE_LIMIT_BYTES = 25_000_000;

const add = (part: DraftPart) => changeCompose({ parts: [...composeStore.getState().parts, part] });

const change = (id: number, next: Partial<DraftPart>) =>
  changeCompose({
    parts: composeStore.getState().parts.map((part) => (part.id === id ? ({ ...part, ...next } as DraftPart) : part)),
  });

const remove = (id: number) => changeCompose({ parts: composeStore.getState().parts.filter((part) => part.id !== id) });

function moveUp(index: number) {
  const parts = [...composeStore.getState().parts];
  const [part] = parts.splice(index, 1);
  if (part) parts.splice(index - 1, 0, part);
  changeCompose({ parts });
}

/** Takes files in, from the button or dropped on the composer; says which are too large. */
export async function addFiles(files: Iterable<File>): Promise<string | undefined> {
  let refused: string | undefined;
  for (const file of files) {
    if (file.size > FILE_LIMIT_BYTES) {
      refused = t('composer.parts.tooLarge', { name: file.name, limit: formatBytes(FILE_LIMIT_BYTES) });
      continue;
    }
    add({
      id: nextPartId(),
      kind: 'file',
      filename: file.name,
      mediaType: file.type || 'application/octet-stream',
      base64: await base64Of(file),
      bytes: file.size,
    });
  }
  return refused;
}

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

/** Parts beside the text: JSON data, files sent inline, links. */
export function PartsDrawer() {
  const parts = useCompose((state) => state.parts);
  const [refused, setRefused] = useState<string>();
  return (
    <div className="composer-drawer">
      <p className="hint">{t('composer.parts.explain')}</p>
      {parts.map((part, index) => (
        <div className="draft-part" key={part.id}>
          <span className="mono t3">{index + 2}</span>
          <DraftPartFields part={part} index={index} />
          <IconButton
            icon="chevron-up"
            label={t('composer.parts.up', { index: index + 2 })}
            disabled={index === 0}
            onClick={() => moveUp(index)}
          />
          <IconButton
            icon="trash"
            label={t('composer.parts.remove', { index: index + 2 })}
            onClick={() => remove(part.id)}
          />
        </div>
      ))}
      <div className="hflex">
        <Button size="s" icon="braces" onClick={() => add({ id: nextPartId(), kind: 'data', json: '{}' })}>
          {t('composer.parts.data')}
        </Button>
        <Button
          size="s"
          icon="file"
          onClick={() => {
            const input = document.createElement('input');
            input.type = 'file';
            input.multiple = true;
            input.onchange = async () => setRefused(await addFiles(input.files ?? []));
            input.click();
          }}
        >
          {t('composer.parts.file')}
        </Button>
        <Button
          size="s"
          icon="external"
          onClick={() => add({ id: nextPartId(), kind: 'url', url: '', filename: '', mediaType: '' })}
        >
          {t('composer.parts.url')}
        </Button>
      </div>
      {refused ? <p className="hint tone-danger">{refused}</p> : null}
    </div>
  );
}

function DraftPartFields({ part, index }: { part: DraftPart; index: number }) {
  if (part.kind === 'data')
    return (
      <textarea
        className="field mono grow"
        rows={Math.min(8, part.json.split('\n').length + 1)}
        aria-label={t('composer.parts.json', { index: index + 2 })}
        spellCheck={false}
        value={part.json}
        onChange={(event) => change(part.id, { json: event.target.value })}
      />
    );
  if (part.kind === 'file')
    return (
      <span className="hflex grow">
        <b className="cut">{oneLine(part.filename)}</b>
        <input
          className="field field-s mono draft-type"
          aria-label={t('composer.parts.type')}
          value={part.mediaType}
          onChange={(event) => change(part.id, { mediaType: event.target.value })}
        />
        <span className="t3">{formatBytes(part.bytes)}</span>
      </span>
    );
  return (
    <span className="hflex grow">
      <input
        className="field field-s mono"
        aria-label={t('composer.parts.address')}
        placeholder="https://"
        value={part.url}
        onChange={(event) => change(part.id, { url: event.target.value })}
      />
      <input
        className="field field-s mono draft-type"
        aria-label={t('composer.parts.type')}
        placeholder={t('composer.parts.type')}
        value={part.mediaType}
        onChange={(event) => change(part.id, { mediaType: event.target.value })}
      />
    </span>
  );
}
