import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { t } from '../../../strings/index.ts';
import { Box } from '../../../ui/Box.tsx';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Loading } from '../../../ui/Notice.tsx';
import { oneLine } from '../../../ui/text.ts';
import { useSize } from '../../../ui/use-size.ts';
import type { Pdf } from './pdf.ts';
import { clampScale, PAGE_GAP, PageColumn, type PageSize, zoomed } from './pdf-pages.ts';

/** Pixels above and below the view in which pages are drawn already. */
const AHEAD_PX = 300;

/** Pages of a PDF below each other; only those in view are drawn. */
export function PdfPages({ pdf, count, name }: { pdf: Pdf; count: number; name: string }) {
  const [sizes, setSizes] = useState<ReadonlyMap<number, PageSize>>(new Map());
  /** Undefined is what fits the width. */
  const [zoom, setZoom] = useState<number>();
  const [top, setTop] = useState(0);
  const [measure, view] = useSize<HTMLDivElement>();
  const scroller = useRef<HTMLDivElement>(null);
  const first = sizes.get(0);

  const learn = (index: number) =>
    void pdf.sizeOf(index).then(
      (size) => setSizes((old) => (old.has(index) ? old : new Map(old).set(index, size))),
      () => {},
    );
  useEffect(() => learn(0), [pdf]);

  const fit = first ? clampScale((view.width - 2 * PAGE_GAP) / first.width) : 1;
  const scale = zoom ?? fit;
  const column = useMemo(
    () => new PageColumn(count, first ?? { width: 1, height: 1 }, sizes, scale),
    [count, first, sizes, scale],
  );
  const drawn = column.within(top - AHEAD_PX, view.height + 2 * AHEAD_PX);
  const current = column.at(top + view.height / 3);
  useEffect(() => {
    for (let index = drawn.first; index < drawn.last; index++) if (!sizes.has(index)) learn(index);
  }, [drawn.first, drawn.last]);

  const goTo = (index: number) => {
    const next = Math.max(0, Math.min(count - 1, index));
    scroller.current?.scrollTo({ top: (column.tops[next] ?? 0) - PAGE_GAP });
  };
  /** Page and share of it that stay at the top edge while the scale changes. */
  const kept = useRef<{ page: number; share: number }>(undefined);
  const setScale = (next: number | undefined) => {
    const page = column.at(top);
    kept.current = { page, share: (top - (column.tops[page] ?? 0)) / Math.max(1, column.sizeOf(page).height) };
    setZoom(next);
  };
  useEffect(() => {
    const { current: keep } = kept;
    kept.current = undefined;
    if (keep)
      scroller.current?.scrollTo({ top: (column.tops[keep.page] ?? 0) + keep.share * column.sizeOf(keep.page).height });
  }, [scale]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const actions: Record<string, () => void> = {
      ArrowRight: () => goTo(current + 1),
      ArrowLeft: () => goTo(current - 1),
      Home: () => goTo(0),
      End: () => goTo(count - 1),
      '+': () => setScale(zoomed(scale, 1)),
      '=': () => setScale(zoomed(scale, 1)),
      '-': () => setScale(zoomed(scale, -1)),
      '0': () => setScale(undefined),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };

  const pages = [];
  for (let index = drawn.first; first && index < drawn.last; index++) {
    const { width, height } = column.sizeOf(index);
    const left = Math.max(PAGE_GAP, (view.width - width) / 2);
    pages.push(
      <div key={index} className="af-page" style={{ top: column.tops[index], left, width, height }}>
        {sizes.has(index) ? <Page pdf={pdf} index={index} count={count} scale={scale} /> : null}
      </div>,
    );
  }
  return (
    <div className="af-stack" data-testid="pdf-view" data-pages={count} data-page={current + 1}>
      <div className="af-bar">
        <IconButton icon="chevron-up" label={t('artifacts.pdf.previous')} onClick={() => goTo(current - 1)} />
        <PageField page={current + 1} count={count} onPage={(page) => goTo(page - 1)} />
        <IconButton icon="chevron-down" label={t('artifacts.pdf.next')} onClick={() => goTo(current + 1)} />
        <span className="grow" />
        <IconButton
          icon="minus"
          label={t('artifacts.pdf.smaller')}
          keys="-"
          onClick={() => setScale(zoomed(scale, -1))}
        />
        <span className="t3 af-count" data-testid="pdf-zoom">
          {t('artifacts.pdf.zoom', { percent: Math.round(scale * 100) })}
        </span>
        <IconButton icon="plus" label={t('artifacts.pdf.larger')} keys="+" onClick={() => setScale(zoomed(scale, 1))} />
        <Button
          size="s"
          look={zoom === undefined ? 'plain' : 'ghost'}
          aria-pressed={zoom === undefined}
          onClick={() => setScale(undefined)}
        >
          {t('artifacts.pdf.fit')}
        </Button>
      </div>
      <Box
        className="af-pages"
        role="region"
        aria-label={t('artifacts.pdf.pages', { name: oneLine(name) })}
        tabIndex={0}
        data-testid="pdf-pages"
        ref={(element) => {
          scroller.current = element;
          return measure(element);
        }}
        onScroll={() => setTop(scroller.current?.scrollTop ?? 0)}
        onKeyDown={onKeyDown}
      >
        {first ? (
          <div style={{ height: column.height, width: column.sizeOf(current).width + 2 * PAGE_GAP }}>{pages}</div>
        ) : (
          <Loading panel="artifact-content">{t('artifacts.pdf.loading')}</Loading>
        )}
      </Box>
    </div>
  );
}

/** The number of the page in view; another one typed is gone to. */
function PageField({ page, count, onPage }: { page: number; count: number; onPage(page: number): void }) {
  const [typed, setTyped] = useState<string>();
  const go = () => {
    const wanted = Number.parseInt(typed ?? '', 10);
    if (wanted >= 1) onPage(Math.min(count, wanted));
    setTyped(undefined);
  };
  return (
    <label className="af-page-field t3">
      <input
        inputMode="numeric"
        aria-label={t('artifacts.pdf.page')}
        value={typed ?? String(page)}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => setTyped(undefined)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go();
          else if (event.key === 'Escape' && typed !== undefined) setTyped(undefined);
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      {t('artifacts.pdf.of', { count })}
    </label>
  );
}

interface PageProps {
  pdf: Pdf;
  index: number;
  count: number;
  scale: number;
}

/** One page: its picture, and its text over it to be selected and read aloud. */
function Page({ pdf, index, count, scale }: PageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'drawing' | 'drawn' | 'broken'>('drawing');
  useEffect(() => {
    const stop = new AbortController();
    const picture = document.createElement('canvas');
    // Drawn aside, so that the old picture stays until the new one is there.
    if (text.current)
      void pdf.draw(index, scale, picture, text.current, stop.signal).then((good) => {
        if (stop.signal.aborted || !canvas.current) return;
        if (good) {
          canvas.current.width = picture.width;
          canvas.current.height = picture.height;
          canvas.current.getContext('2d')?.drawImage(picture, 0, 0);
        }
        setState(good ? 'drawn' : 'broken');
      });
    return () => stop.abort();
  }, [pdf, index, scale]);
  const label = t('artifacts.pdf.pageOf', { page: index + 1, count });
  return (
    <>
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        data-testid="pdf-page"
        data-page={index + 1}
        data-state={state}
      />
      <div className="af-page-text" ref={text} />
      {state === 'broken' ? <p className="hint af-pad">{t('artifacts.pdf.pageBroken')}</p> : null}
    </>
  );
}
