/** Size in CSS pixels. */
export interface PageSize {
  width: number;
  height: number;
}

/** Space between pages and around them, px. */
export const PAGE_GAP = 12;
/** Scale of a page at which its width just fits is kept within these. */
export const MIN_SCALE = 0.1;
export const MAX_SCALE = 5;
/** Steps of the zoom, in percent. */
const STEPS = [10, 25, 50, 67, 80, 100, 125, 150, 200, 300, 400, 500];

export const clampScale = (scale: number): number => Math.max(MIN_SCALE, Math.min(MAX_SCALE, scale));

/** The next step of the zoom in a direction. */
export function zoomed(scale: number, by: 1 | -1): number {
  const percent = Math.round(scale * 100);
  const next = by > 0 ? STEPS.find((step) => step > percent) : [...STEPS].reverse().find((step) => step < percent);
  return clampScale((next ?? percent) / 100);
}

/** Pages below each other. The size of one that was not looked at is taken to be that of the first. */
export class PageColumn {
  /** Top of each page, then the height of all. */
  readonly tops: number[];
  private readonly scale: number;
  private readonly sizes: ReadonlyMap<number, PageSize>;
  private readonly first: PageSize;

  constructor(count: number, first: PageSize, sizes: ReadonlyMap<number, PageSize>, scale: number) {
    this.scale = scale;
    this.sizes = sizes;
    this.first = first;
    this.tops = [PAGE_GAP];
    for (let index = 0; index < count; index++)
      this.tops.push((this.tops[index] as number) + this.sizeOf(index).height + PAGE_GAP);
  }

  sizeOf(index: number): PageSize {
    const { width, height } = this.sizes.get(index) ?? this.first;
    return { width: Math.floor(width * this.scale), height: Math.floor(height * this.scale) };
  }

  get height(): number {
    return this.tops[this.tops.length - 1] ?? PAGE_GAP;
  }

  /** Page at a height, counted from 0. */
  at(top: number): number {
    let low = 0;
    let high = Math.max(0, this.tops.length - 2);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.tops[middle] as number) <= top) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Pages from a height to another, the last one excluded. */
  within(top: number, height: number): { first: number; last: number } {
    return { first: this.at(top), last: Math.min(this.tops.length - 1, this.at(top + height) + 1) };
  }
}
