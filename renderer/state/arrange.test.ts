import { describe, expect, it } from 'vitest';
import { arrange, CENTRE_MIN, type LayoutWish } from './arrange.ts';

const now = { railOver: false, inspectorOver: false, hasInspector: true };
const at = (width: number, height = 900, wish: LayoutWish = {}, change: Partial<typeof now> = {}) =>
  arrange({ width, height }, wish, { ...now, ...change });

describe('arrange', () => {
  it('gives the defaults in a wide window', () => {
    const layout = at(1_440);
    expect(layout.rail).toMatchObject({ form: 'full', width: 256 });
    expect(layout.inspector).toMatchObject({ form: 'side', size: 380 });
    expect(layout.composer).toMatchObject({ form: 'full', height: 117 });
  });

  it('lets the inspector shrink first, then the rail, and keeps the centre', () => {
    const wish = { rail: 400, inspector: 640 };
    const both = at(1_200, 900, wish);
    expect(both.inspector.size).toBe(380);
    expect(both.rail.width).toBe(400);
    const tight = at(1_120, 900, { rail: 400, inspector: 640 });
    expect(tight.inspector.size).toBe(300);
    expect(tight.rail.width).toBe(400);
    for (let width = 1_120; width <= 1_440; width += 16) {
      const layout = at(width, 900, wish);
      expect(width - layout.rail.width - layout.inspector.size).toBeGreaterThanOrEqual(CENTRE_MIN);
    }
  });

  it('turns the rail into a strip below 1120', () => {
    expect(at(1_120).rail.form).toBe('full');
    expect(at(1_119).rail).toMatchObject({ form: 'strip', width: 44, narrow: true, over: false });
    expect(at(1_119, 900, {}, { railOver: true }).rail).toMatchObject({ width: 44, over: true });
  });

  it('docks the inspector below 900 at 40 % of the centre', () => {
    expect(at(900).inspector.form).toBe('side');
    expect(at(899).inspector).toMatchObject({ form: 'docked', size: Math.round((900 - 68) * 0.4) });
  });

  it('overlays the inspector below 640 wide or, when docked, below 560 high', () => {
    expect(at(639).inspector.form).toBe('closed');
    expect(at(639, 900, {}, { inspectorOver: true }).inspector.form).toBe('overlay');
    expect(at(880, 559, {}, { inspectorOver: true }).inspector.form).toBe('overlay');
    expect(at(1_024, 559).inspector.form).toBe('side');
  });

  it('makes room for rows above a docked inspector', () => {
    expect(at(880, 700).composer.form).toBe('line');
    expect(at(880, 700, {}, { hasInspector: false }).composer.form).toBe('full');
    expect(at(880, 900).composer.form).toBe('full');
  });

  it('keeps what the person folded away', () => {
    expect(at(1_440, 900, { railOpen: false }).rail.form).toBe('strip');
    expect(at(1_440, 900, { inspectorOpen: false }).inspector.form).toBe('closed');
    expect(at(1_440, 900, {}, { hasInspector: false }).inspector.form).toBe('closed');
  });

  it('keeps sizes within their bounds', () => {
    expect(at(1_440, 900, { rail: 20, inspector: 9_000 })).toMatchObject({
      rail: { width: 200 },
      inspector: { size: 640 },
    });
  });

  it('makes the composer one line in a low window or at its least height', () => {
    expect(at(1_440, 559).composer.form).toBe('line');
    expect(at(1_440, 900, { composer: 40 }).composer.form).toBe('line');
    expect(at(1_440, 900, { composer: 4_000 }).composer.height).toBe(416);
  });

  it('opens the wire console at its default, and keeps it within its bounds and off the panes above', () => {
    expect(at(1_440).wire).toMatchObject({ form: 'bar', height: 28, fits: true });
    expect(at(1_440, 900, { wireOpen: true }).wire).toMatchObject({ form: 'open', height: 348 });
    expect(at(1_440, 900, { wireOpen: true, wire: 20 }).wire.height).toBe(160);
    expect(at(1_440, 1_200, { wireOpen: true, wire: 9_000 }).wire.height).toBe(Math.round(1_160 * 0.7));
    expect(at(1_440, 600, { wireOpen: true, wire: 9_000 }).wire.height).toBe(300);
    expect(at(1_440, 459, { wireOpen: true }).wire).toMatchObject({ form: 'bar', height: 28, fits: false });
  });

  it('makes the composer one line above an open wire console, unless there is room', () => {
    expect(at(1_440, 900, { wireOpen: true }).composer.form).toBe('line');
    expect(at(1_440, 948, { wireOpen: true }).composer.form).toBe('full');
    expect(at(1_440, 947, { wireOpen: true }).composer.form).toBe('line');
  });

  it('counts the room above an open wire console when the inspector docks', () => {
    expect(at(880, 900, { wireOpen: true }).inspector).toMatchObject({ form: 'docked', size: Math.round(512 * 0.4) });
    expect(at(880, 700, { wireOpen: true }).inspector.overlays).toBe(true);
  });
});
