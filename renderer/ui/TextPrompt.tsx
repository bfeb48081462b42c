import { useState } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

export interface TextPromptProps {
  title: string;
  label: string;
  value: string;
  verb: string;
  cancel: string;
  onDone(value: string): void;
  onClose(): void;
}

/** Asks for one line of text. Enter is the verb; nothing is sent while the line is empty. */
export function TextPrompt({ title, label, value, verb, cancel, onDone, onClose }: TextPromptProps) {
  const [text, setText] = useState(value);
  const ready = text.trim() !== '';
  return (
    <Dialog open title={title} onClose={onClose}>
      <form
        className="vflex"
        onSubmit={(event) => {
          event.preventDefault();
          if (!ready) return;
          onDone(text.trim());
          onClose();
        }}
      >
        <label>
          <span className="label">{label}</span>
          <input
            className="field"
            autoFocus
            value={text}
            onChange={(event) => setText(event.target.value)}
            onFocus={(event) => event.target.select()}
          />
        </label>
        <div className="dialog-actions">
          <Button onClick={onClose}>{cancel}</Button>
          <Button look="primary" type="submit" disabled={!ready}>
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
