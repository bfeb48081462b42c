import { useEffect, useState } from 'react';
import { t } from '../../../strings/index.ts';
import { oneLine } from '../../../ui/text.ts';

export interface MediaProps {
  bytes: Uint8Array<ArrayBuffer>;
  /** What the bytes were recognised as. */
  type: string;
  name: string;
}

/** An address of bytes on this page, as long as they are shown. */
function useBlob({ bytes, type }: MediaProps): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, type]);
  return url;
}

/** A picture. SVG too: as a picture it runs no script and loads nothing. */
export function Picture(props: MediaProps) {
  const url = useBlob(props);
  const [size, setSize] = useState<string>();
  const [failed, setFailed] = useState(false);
  if (failed) return <p className="hint af-pad">{t('artifacts.media.failed')}</p>;
  return (
    <figure className="af-picture">
      {url === undefined ? null : (
        <img
          src={url}
          alt={oneLine(props.name)}
          data-testid="artifact-picture"
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setSize(`${naturalWidth} × ${naturalHeight}`)}
          onError={() => setFailed(true)}
        />
      )}
      {size === undefined ? null : <figcaption className="t3">{size}</figcaption>}
    </figure>
  );
}

/** Sound or film. */
export function Playable({ film, ...props }: MediaProps & { film: boolean }) {
  const url = useBlob(props);
  const [failed, setFailed] = useState(false);
  if (failed) return <p className="hint af-pad">{t('artifacts.media.failed')}</p>;
  const shared = { src: url, controls: true, 'aria-label': oneLine(props.name), onError: () => setFailed(true) };
  if (url === undefined) return null;
  return (
    <div className="af-picture">
      {film ? <video {...shared} data-testid="artifact-video" /> : <audio {...shared} data-testid="artifact-audio" />}
    </div>
  );
}
