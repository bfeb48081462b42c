import { useEffect, useRef, useState } from 'react';
import { IconButton } from './Button.tsx';

/** Time the tick stays after a copy, in ms. */
const TICK_MS = 1_000;

export interface CopyButtonProps {
  /** Text, or a function for what is made on demand: text, a PNG picture, or undefined where it cannot be made. */
  text: string | (() => string | Promise<string | Blob | undefined>);
  label: string;
  doneLabel: string;
}

/** Copies; the drawing turns into a tick for a second. */
export function CopyButton({ text, label, doneLabel }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <IconButton
      icon={copied ? 'check' : 'copy'}
      label={copied ? doneLabel : label}
      onClick={async (event) => {
        event.stopPropagation();
        const made = typeof text === 'string' ? text : await text();
        if (made === undefined) return;
        if (typeof made === 'string') await copyText(made);
        else await navigator.clipboard.write([new ClipboardItem({ [made.type]: made })]);
        setCopied(true);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => setCopied(false), TICK_MS);
      }}
    />
  );
}

/** Puts text on the clipboard, byte for byte. */
export const copyText = (text: string): Promise<void> => navigator.clipboard.writeText(text);
