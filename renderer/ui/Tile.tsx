/** Colours of tiles; tokens have this many that differ well. */
const TINTS = 6;

/** Two letters in a tinted box: the face of something that has a name and no picture. */
export const Tile = ({ name, index }: { name: string; index: number }) => (
  <span className={`tile tile-${index % TINTS}`} aria-hidden="true">
    {initialsOf(name)}
  </span>
);

/** First letters of the first two words. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s_./:-]+/).filter((word) => word !== '');
  const [first = '', second = ''] = words;
  return (firstLetter(first) + firstLetter(second)).normalize() || '?';
}

const firstLetter = (word: string): string => [...word][0] ?? '';
