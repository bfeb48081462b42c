import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Filter } from '../../../shared/replay/filter/filter.ts';
import { rememberFilter } from '../../state/filters.ts';
import { bindingOf } from '../../state/key-table.ts';
import { t } from '../../strings/index.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { filterKeys } from './keys.ts';
import { Suggestions } from './Suggestions.tsx';
import { Underline } from './Underline.tsx';
import { useSuggestions } from './use-suggestions.ts';
import { isPending, issueWords } from './words.ts';
import './filter.css';

export interface FilterFieldProps {
  input: RefObject<HTMLInputElement | null>;
  /** What the text says, as `useFilter` reads it. */
  filter: Filter;
  onText(text: string): void;
  /** Leaves the field for the list. */
  onLeave(): void;
  /** Instead of emptying the field and leaving it. */
  onEscape?: () => void;
  label: string;
  placeholder: string;
  /** The element that says what is wrong with the text. */
  describedBy?: string;
  className?: string;
}

/** A field for the filter language, with a list of ways to go on at the caret. */
export function FilterField(props: FilterFieldProps) {
  const { input, filter, onText, onLeave, label, placeholder, describedBy, className = '' } = props;
  const text = filter.source;
  const list = useId();
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const [caret, setCaret] = useState(0);
  /** Where the caret belongs once the new text is in the field. */
  const wanted = useRef<number>(undefined);
  const under = useRef<HTMLSpanElement>(null);
  const suggestions = useSuggestions(text, Math.min(caret, text.length), open);
  const shown = open && suggestions.length > 0;
  const current = shown ? suggestions[at] : undefined;
  const wrong = filter.issues.filter((issue) => !isPending(issue, text));
  const [first] = wrong;

  useLayoutEffect(() => {
    const element = input.current;
    if (element && wanted.current !== undefined) {
      element.setSelectionRange(wanted.current, wanted.current);
      setCaret(wanted.current);
      wanted.current = undefined;
    }
  });
  // Asking where it is scrolled lays the page out, so not in every frame of a burst.
  useLayoutEffect(() => {
    if (input.current && under.current) under.current.scrollLeft = input.current.scrollLeft;
  }, [text]);

  const openAt = () => {
    setCaret(input.current?.selectionStart ?? text.length);
    setOpen(true);
    setAt(-1);
  };
  const close = () => {
    setOpen(false);
    setAt(-1);
  };
  const take = (index: number) => {
    const suggestion = suggestions[index];
    if (!suggestion) return;
    const next = suggestion.take();
    wanted.current = next.caret;
    onText(next.source);
    setAt(-1);
    setOpen(suggestion.goesOn);
  };
  const empty = () => {
    rememberFilter(text);
    onText('');
  };
  const leave = () => {
    close();
    rememberFilter(text);
    onLeave();
  };
  const step = (by: number) =>
    setAt((now) =>
      now < 0 ? (by > 0 ? 0 : suggestions.length - 1) : (now + by + suggestions.length) % suggestions.length,
    );

  const onEscape = () => {
    if (shown) close();
    else if (props.onEscape) {
      rememberFilter(text);
      props.onEscape();
    } else if (text !== '') empty();
    else leave();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (bindingOf(filterKeys, event.nativeEvent) === 'suggest') openAt();
    else if (event.key === 'Escape') onEscape();
    else if (event.key === 'ArrowDown' && shown) step(1);
    else if (event.key === 'ArrowUp' && shown) step(-1);
    else if ((event.key === 'Enter' || event.key === 'Tab') && current) take(at);
    else if (event.key === 'ArrowDown' || event.key === 'Enter') leave();
    else return;
    event.stopPropagation();
    event.preventDefault();
  };

  return (
    <div className={`filter-box ${className}`}>
      <label className="filter-field field field-s" data-wrong={wrong.length > 0 ? '' : undefined}>
        <Icon name="filter" />
        <span className="visually-hidden">{label}</span>
        <span className="filter-text">
          <Underline filter={filter} shown={wrong} ref={under} />
          <input
            ref={input}
            type="text"
            data-filter=""
            data-testid="filter-input"
            value={text}
            spellCheck={false}
            autoComplete="off"
            placeholder={placeholder}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={shown}
            aria-controls={shown ? list : undefined}
            aria-activedescendant={current ? `${list}-${at}` : undefined}
            aria-invalid={wrong.length > 0}
            aria-describedby={wrong.length > 0 ? describedBy : undefined}
            onChange={(event) => {
              setCaret(event.target.selectionStart ?? event.target.value.length);
              setOpen(true);
              setAt(-1);
              onText(event.target.value);
            }}
            onScroll={(event) => {
              if (under.current) under.current.scrollLeft = event.currentTarget.scrollLeft;
            }}
            onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? 0)}
            onBlur={() => {
              close();
              rememberFilter(text);
            }}
            onKeyDown={onKeyDown}
          />
        </span>
      </label>
      {text === '' ? null : (
        <IconButton
          icon="close"
          className="filter-clear"
          label={t('filter.clear')}
          data-testid="filter-clear"
          onClick={() => {
            empty();
            input.current?.focus();
          }}
        />
      )}
      {shown ? (
        <div className="filter-pop">
          <Suggestions id={list} suggestions={suggestions} at={at} onHover={setAt} onTake={take} />
          {first ? (
            // Said again here, because the list lies over the line that says it.
            <p className="filter-pop-error" aria-hidden="true">
              {issueWords(first)}
            </p>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
