import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { t } from '../../../strings/index.ts';
import { formatBytes, oneLine } from '../../../ui/text.ts';
import type { PictureForm } from './choice.ts';

/** Pixels that are compared one by one; larger pictures are made smaller for it. */
const PIXELS_LIMIT = 4 * 1024 * 1024;

/** One of two pictures. */
export interface PictureSide {
  bytes: Uint8Array<ArrayBuffer>;
  /** What the bytes were recognised as; SVG is drawn as a picture too, which runs and loads nothing. */
  type: string;
  /** Name and version. */
  words: string;
  /** All bytes of the file; fewer may be here. */
  total: number;
}

interface Loaded {
  url: string;
  image: HTMLImageElement | undefined;
  failed: boolean;
}

function usePicture({ bytes, type }: PictureSide): Loaded | undefined {
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([bytes], { type }));
    const image = new Image();
    image.onload = () => setLoaded({ url, image, failed: false });
    image.onerror = () => setLoaded({ url, image: undefined, failed: true });
    image.src = url;
    return () => {
      setLoaded(undefined);
      URL.revokeObjectURL(url);
    };
  }, [bytes, type]);
  return loaded;
}

/** Two pictures beside each other, over each other, or what differs between them. */
export function PictureCompare({
  before,
  after,
  form,
}: {
  before: PictureSide;
  after: PictureSide;
  form: PictureForm;
}) {
  const old = usePicture(before);
  const now = usePicture(after);
  const [share, setShare] = useState(50);
  if (!old || !now) return null;
  if (old.failed || now.failed) return <p className="hint af-pad">{t('artifacts.pictures.failed')}</p>;
  const sides = [
    { ...before, ...old },
    { ...after, ...now },
  ];
  if (form === 'beside')
    return (
      <div className="af-pictures" data-testid="picture-compare" data-form={form}>
        {sides.map((side) => (
          <figure key={side.url}>
            <img src={side.url} alt={oneLine(side.words)} data-testid="compared-picture" />
            <figcaption className="t3">{caption(side)}</figcaption>
          </figure>
        ))}
      </div>
    );
  const sizes = (
    <p className="t3 af-pictures-words">
      {t('artifacts.pictures.both', { before: caption(sides[0] as Captioned), after: caption(sides[1] as Captioned) })}
    </p>
  );
  if (form === 'difference' && old.image && now.image)
    return (
      <div className="af-pictures af-pictures-one" data-testid="picture-compare" data-form={form}>
        <Difference before={old.image} after={now.image} />
        {sizes}
      </div>
    );
  const label = t(form === 'swipe' ? 'artifacts.pictures.swipe.at' : 'artifacts.pictures.onion.at');
  return (
    <div className="af-pictures af-pictures-one" data-testid="picture-compare" data-form={form}>
      <label className="af-slider t3">
        {label}
        <input
          type="range"
          min={0}
          max={100}
          value={share}
          onChange={(event) => setShare(Number(event.target.value))}
        />
      </label>
      <div className="af-over" data-form={form} style={{ '--share': `${share}%` } as CSSProperties}>
        {sides.map((side) => (
          <img key={side.url} src={side.url} alt={oneLine(side.words)} data-testid="compared-picture" />
        ))}
      </div>
      {sizes}
    </div>
  );
}

type Captioned = Loaded & PictureSide;

const caption = ({ words, image, total }: Captioned): string =>
  t('artifacts.pictures.caption', {
    words: oneLine(words),
    width: image?.naturalWidth ?? 0,
    height: image?.naturalHeight ?? 0,
    bytes: formatBytes(total),
  });

/** Pixels that are alike are black; how many are not is said in words. */
function Difference({ before, after }: { before: HTMLImageElement; after: HTMLImageElement }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [words, setWords] = useState('');
  const [changed, setChanged] = useState<number>();
  useEffect(() => {
    const { current: target } = canvas;
    const context = target?.getContext('2d', { willReadFrequently: true });
    if (!target || !context) return;
    const width = Math.max(before.naturalWidth, after.naturalWidth, 1);
    const height = Math.max(before.naturalHeight, after.naturalHeight, 1);
    const scale = Math.min(1, Math.sqrt(PIXELS_LIMIT / (width * height)));
    target.width = Math.max(1, Math.floor(width * scale));
    target.height = Math.max(1, Math.floor(height * scale));
    // On white: what shows through differs from nothing then.
    const onWhite = (image: HTMLImageElement) => {
      const sheet = document.createElement('canvas');
      sheet.width = target.width;
      sheet.height = target.height;
      const drawn = sheet.getContext('2d');
      if (!drawn) return sheet;
      drawn.fillStyle = 'white';
      drawn.fillRect(0, 0, sheet.width, sheet.height);
      drawn.drawImage(image, 0, 0, image.naturalWidth * scale, image.naturalHeight * scale);
      return sheet;
    };
    context.globalCompositeOperation = 'source-over';
    context.drawImage(onWhite(before), 0, 0);
    context.globalCompositeOperation = 'difference';
    context.drawImage(onWhite(after), 0, 0);
    const count = differing(context, target);
    setChanged(count);
    setWords(
      count === undefined
        ? t('artifacts.pictures.unread')
        : t(scale < 1 ? 'artifacts.pictures.coarse' : 'artifacts.pictures.pixels', {
            count,
            share: count / (target.width * target.height),
          }),
    );
  }, [before, after]);
  return (
    <>
      <p className="t2" role="status" data-testid="picture-difference" data-count={changed}>
        {words}
      </p>
      <canvas className="af-difference" ref={canvas} role="img" aria-label={t('artifacts.pictures.difference')} />
    </>
  );
}

/** Pixels that are not black; undefined where the browser does not let them be read, as with some drawings. */
function differing(context: CanvasRenderingContext2D, { width, height }: HTMLCanvasElement): number | undefined {
  try {
    const { data } = context.getImageData(0, 0, width, height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at] || data[at + 1] || data[at + 2]) count++;
    return count;
  } catch {
    return undefined;
  }
}
