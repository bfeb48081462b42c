import { useEffect, useRef } from 'react';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { formatCount } from '../../ui/text.ts';
import type { Suggestion } from './use-suggestions.ts';

interface SuggestionsProps {
  id: string;
  suggestions: readonly Suggestion[];
  at: number;
  onHover(at: number): void;
  onTake(at: number): void;
}

/** The list below a filter field; the focus stays in the field. */
export function Suggestions({ id, suggestions, at, onHover, onTake }: SuggestionsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-index="${at}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <Box
      className="filter-list"
      role="listbox"
      id={id}
      aria-label={t('filter.suggestions')}
      data-testid="filter-suggestions"
      ref={list}
      // A press must not take the focus out of the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      {suggestions.map((suggestion, index) => (
        <div key={suggestion.id} role="presentation">
          {suggestion.group === suggestions[index - 1]?.group ? null : (
            <div className="filter-group" role="presentation">
              {t(`filter.group.${suggestion.group}`)}
            </div>
          )}
          <Box
            className="filter-option"
            role="option"
            id={`${id}-${index}`}
            aria-selected={index === at}
            data-testid="filter-option"
            data-index={index}
            data-value={suggestion.word}
            data-state={index === at ? 'selected' : 'idle'}
            onMouseMove={() => onHover(index)}
            onClick={() => onTake(index)}
          >
            <span className="mono cut">{suggestion.word}</span>
            {suggestion.hint ? <span className="filter-hint cut">{suggestion.hint}</span> : null}
            {suggestion.count === undefined ? null : (
              <span className="end t3" title={t('filter.count', { count: suggestion.count })}>
                {formatCount(suggestion.count)}
              </span>
            )}
          </Box>
        </div>
      ))}
    </Box>
  );
}
