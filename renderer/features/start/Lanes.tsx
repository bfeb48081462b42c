import type { Lane } from '../../../shared/model/row.ts';
import { LANE_ICON } from '../../state/glyphs.ts';
import { Icon } from '../../ui/Icon.tsx';

/** A run in small: start and width of what happens in each lane, in units of the drawing. */
const RUN: [lane: Lane, blocks: [start: number, width: number][]][] = [
  [
    'request',
    [
      [2, 6],
      [216, 6],
    ],
  ],
  [
    'thinking',
    [
      [14, 34],
      [94, 22],
    ],
  ],
  [
    'tool',
    [
      [50, 40],
      [120, 86],
    ],
  ],
  ['auth', [[152, 52]]],
  ['artifact', [[208, 7]]],
  [
    'status',
    [
      [2, 3],
      [9, 3],
      [90, 3],
      [207, 3],
      [224, 34],
    ],
  ],
];

const WIDTH = 268;
const HEIGHT = 8;

/** A drawing of what the timeline shows; it says nothing that the words beside it do not. */
export const Lanes = () => (
  <div className="lanes" aria-hidden="true">
    {RUN.map(([lane, blocks]) => (
      <div key={lane} className={`lanes-row lane-${lane}`}>
        <Icon name={LANE_ICON[lane]} />
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          width={WIDTH}
          height={HEIGHT}
          className="lanes-track"
          aria-hidden="true"
        >
          <line x1="0" y1={HEIGHT / 2} x2={WIDTH} y2={HEIGHT / 2} className="lanes-line" />
          {blocks.map(([start, width]) => (
            <rect key={start} x={start} y="0" width={width} height={HEIGHT} rx="2" fill="currentColor" />
          ))}
        </svg>
      </div>
    ))}
    <span className="lanes-now" />
  </div>
);
