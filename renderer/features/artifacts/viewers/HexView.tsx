import { t } from '../../../strings/index.ts';
import { Box } from '../../../ui/Box.tsx';
import { useRowHeight } from '../../../ui/use-row-height.ts';
import { useScroller } from '../../../ui/use-scroller.ts';
import { scrollHeight } from '../../../ui/virtual.ts';
import { hexPairs } from '../../../views/hex.ts';

/** Bytes of one line. */
const WIDTH = 16;

const printable = (byte: number): string => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.');

/** Bytes with their offsets; `base` is that of the first one. */
export function HexView({ bytes, base }: { bytes: Uint8Array; base: number }) {
  const scroller = useScroller({
    count: Math.ceil(bytes.length / WIDTH),
    row: useRowHeight(),
    head: 0,
    following: false,
    onLeaveEnd: () => {},
  });
  const { first, last, offset } = scroller.window;
  const lines = [];
  for (let line = first; line < last; line++) {
    const slice = bytes.subarray(line * WIDTH, (line + 1) * WIDTH);
    lines.push(
      <div className="af-hexline" key={line}>
        <span className="t3">{(base + line * WIDTH).toString(16).padStart(8, '0')}</span>
        <span>{hexPairs(slice).padEnd(WIDTH * 3 - 1)}</span>
        <span className="t2">{Array.from(slice, printable).join('')}</span>
      </div>,
    );
  }
  return (
    <Box
      className="af-lines af-hex"
      role="region"
      aria-label={t('artifacts.hex')}
      tabIndex={0}
      data-testid="hex-view"
      data-bytes={bytes.length}
      ref={scroller.ref}
      onScroll={scroller.onScroll}
    >
      <div style={{ height: scrollHeight(scroller.size) }}>
        <div style={{ transform: `translateY(${offset}px)` }}>{lines}</div>
      </div>
    </Box>
  );
}
