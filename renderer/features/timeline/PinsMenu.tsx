import type { Row } from '../../../shared/model/row.ts';
import { LANE_ICON } from '../../state/glyphs.ts';
import { rowOfSeq } from '../../state/log.ts';
import { clearPins } from '../../state/pins.ts';
import { setFilterText } from '../../state/row-filter.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';
import { oneLine } from '../../ui/text.ts';
import { faceOf } from './present.ts';

/** Pins listed in the menu; the filter lists all of them. */
const LISTED = 15;
/** Characters of an event in the menu. */
const WORDS = 48;

interface PinsMenuProps {
  session: string;
  pins: ReadonlySet<number>;
  origin: number;
  onGo(seq: number): void;
}

/** The pinned events, to jump to. */
export function PinsMenu({ session, pins, origin, onGo }: PinsMenuProps) {
  if (pins.size === 0) return null;
  const events = [...pins].slice(0, LISTED).map((seq): MenuItem => {
    const row = rowOfSeq(seq);
    return {
      id: `pin-${seq}`,
      label: t('timeline.pins.event', { seq, words: row ? wordsOf(row, origin) : '' }),
      ...(row ? { icon: LANE_ICON[row.lane] } : {}),
      onSelect: () => onGo(seq),
    };
  });
  const items: MenuItem[] = [
    ...events,
    {
      id: 'only-pinned',
      label: t('timeline.pins.only'),
      icon: 'filter',
      divided: true,
      onSelect: () => setFilterText('is:pinned'),
    },
    { id: 'unpin-all', label: t('timeline.pins.clear'), icon: 'erase', onSelect: () => clearPins(session) },
  ];
  return (
    <Menu
      items={items}
      trigger={
        <Button
          size="s"
          icon="pin"
          aria-label={t('timeline.pins', { count: pins.size })}
          title={t('timeline.pins', { count: pins.size })}
          data-testid="pins"
          data-count={pins.size}
        >
          {pins.size}
        </Button>
      }
    />
  );
}

function wordsOf(row: Row, origin: number): string {
  const { kind, name, text } = faceOf({ kind: 'row', row }, false, origin);
  const words = oneLine([kind, name, text].filter((part) => part !== '').join(' '));
  return words.length > WORDS ? `${words.slice(0, WORDS)}…` : words;
}
