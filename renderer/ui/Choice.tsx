import { type KeyboardEvent, useRef } from 'react';
import { Box } from './Box.tsx';

export interface ChoiceProps<V extends string> {
  label: string;
  value: V;
  options: readonly { value: V; label: string }[];
  onChange(value: V): void;
}

/** One of a few, side by side. Arrows move and choose. */
export function Choice<V extends string>({ label, value, options, onChange }: ChoiceProps<V>) {
  const box = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = options.findIndex((option) => option.value === value);
    const index = (at + step + options.length) % options.length;
    const next = options[index];
    if (!next) return;
    onChange(next.value);
    box.current?.querySelectorAll<HTMLElement>('button')[index]?.focus();
  };
  return (
    <Box className="choice" role="radiogroup" aria-label={label} ref={box} onKeyDown={onKeyDown}>
      {options.map((option) => {
        const chosen = option.value === value;
        const state = { role: 'radio', 'aria-checked': chosen } as const;
        return (
          <button
            type="button"
            key={option.value}
            {...state}
            tabIndex={chosen ? 0 : -1}
            data-value={option.value}
            onClick={() => onChange(option.value)}
          >
            {option.label}
          </button>
        );
      })}
    </Box>
  );
}
