import { memo } from 'react';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { COLUMN } from '../../ui/roles.ts';

const COLUMNS = ['seq', 'time', 'gap', 'span', 'lane', 'kind', 'summary', 'marks', 'duration', 'size'] as const;
const CLASS_OF: Partial<Record<(typeof COLUMNS)[number], string>> = { summary: 'text' };
/** Columns whose meaning is seen without a word. */
const UNNAMED = new Set(['span', 'lane', 'marks']);

/** Heads of the columns; they leave the list together with their cells. */
export const Columns = memo(() => (
  <Box className="ev ev-head" role="row" aria-rowindex={1}>
    {COLUMNS.map((column) => (
      <span key={column} className={`ev-${CLASS_OF[column] ?? column}`} {...COLUMN}>
        {UNNAMED.has(column) ? (
          <span className="visually-hidden">{t(`timeline.column.${column}`)}</span>
        ) : (
          t(`timeline.column.${column}`)
        )}
      </span>
    ))}
  </Box>
));
