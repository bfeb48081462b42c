import { type Ref, useImperativeHandle, useRef } from 'react';

export interface FilePickerHandle {
  open(): void;
}

export interface FilePickerProps {
  ref: Ref<FilePickerHandle>;
  /** Endings offered, for example `.jsonl,.json`. */
  accept?: string;
  onFile(file: File): void;
}

/** The browser's own file dialog, without its control. */
export function FilePicker({ ref, accept, onFile }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => ({ open: () => input.current?.click() }), []);
  return (
    <input
      ref={input}
      type="file"
      className="visually-hidden"
      tabIndex={-1}
      aria-hidden="true"
      accept={accept}
      onChange={(event) => {
        const file = event.target.files?.[0];
        // The same file can be chosen twice in a row.
        event.target.value = '';
        if (file) onFile(file);
      }}
    />
  );
}
