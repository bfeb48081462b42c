import { stateGlyph } from '../state/glyphs.ts';
import { Tag } from '../ui/Chip.tsx';

/** Glyph and word of a task state; the wire's own word is in the tooltip. */
export function StateTag({ state, still }: { state: string; still?: boolean }) {
  const glyph = stateGlyph(state);
  return (
    <Tag icon={glyph.icon} tone={glyph.tone} spin={glyph.spin && !still} title={state} data-state={state}>
      {glyph.word}
    </Tag>
  );
}
