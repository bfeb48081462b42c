import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';

/** Pixels one arrow key moves. */
const KEY_STEP = 8;

export interface SplitterProps {
  /** `x`: the line is vertical and moves sideways. */
  axis: 'x' | 'y';
  label: string;
  /** Size in px of the pane it changes. */
  size: number;
  min: number;
  max: number;
  /** -1 when the pane lies after the line, so that dragging towards it makes it smaller. */
  direction: 1 | -1;
  onSize(size: number): void;
  /** Double-click or Enter. */
  onReset(): void;
}

export function Splitter({ axis, label, size, min, max, direction, onSize, onReset }: SplitterProps) {
  const start = useRef<{ at: number; size: number }>(undefined);
  const [dragging, setDragging] = useState(false);
  const place = (event: PointerEvent) => (axis === 'x' ? event.clientX : event.clientY);
  const clamp = (value: number) => Math.round(Math.min(max, Math.max(min, value)));

  const onKeyDown = (event: KeyboardEvent) => {
    const forward = axis === 'x' ? 'ArrowRight' : 'ArrowDown';
    const back = axis === 'x' ? 'ArrowLeft' : 'ArrowUp';
    if (event.key === forward) onSize(clamp(size + KEY_STEP * direction));
    else if (event.key === back) onSize(clamp(size - KEY_STEP * direction));
    else if (event.key === 'Enter') onReset();
    else return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a focusable window splitter has no HTML element of its own
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={axis === 'x' ? 'vertical' : 'horizontal'}
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={max}
      className={`splitter splitter-${axis}`}
      data-dragging={dragging || undefined}
      onKeyDown={onKeyDown}
      onDoubleClick={onReset}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { at: place(event), size };
        setDragging(true);
      }}
      onPointerMove={(event) => {
        if (start.current) onSize(clamp(start.current.size + (place(event) - start.current.at) * direction));
      }}
      onPointerUp={() => {
        start.current = undefined;
        setDragging(false);
      }}
    />
  );
}
