import { SAMPLE_IMAGE_PATH, sampleImage } from './sample-image.ts';
import type { Family } from './scenario.ts';
import { artifact, artifactChunks, close, speak, working } from './steps.ts';

/** Five chunks of one Markdown document. */
const report = [
  '# Traffic report\n\n',
  'Requests rose in **two of three** regions.\n\n',
  '| region | requests |\n| --- | ---: |\n| north | 1,204 |\n| south | 987 |\n| west | 310 |\n\n',
  '- north: new customers\n- south: a campaign\n- west: unchanged\n\n',
  '```sh\ncurl -s http://127.0.0.1/health\n```\n',
];

const figures = {
  unit: 'requests per minute',
  regions: [
    { name: 'north', requests: 1204, change: 0.12 },
    { name: 'south', requests: 987, change: 0.07 },
    { name: 'west', requests: 310, change: 0 },
  ],
  complete: true,
};

const table = 'region,requests,change\nnorth,1204,0.12\nsouth,987,0.07\n"west, coast",310,0\n';

/** Files of several kinds. */
export const artifacts: Family = {
  skill: {
    id: 'files',
    name: 'Files',
    description: 'Writes a Markdown report in chunks, JSON data and a CSV table, or draws a small image.',
    tags: ['artifact', 'chunks', 'image'],
    examples: ['artifacts', 'image'],
    outputModes: ['text/markdown', 'application/json', 'text/csv', 'image/png'],
  },
  scenarios: [
    {
      kind: 'task',
      words: ['artifacts'],
      usage: 'three artifacts: Markdown in five chunks, JSON data, CSV',
      *start(turn) {
        yield working();
        yield* artifactChunks({ artifactId: 'report', name: 'report.md' }, 'text/markdown', report);
        yield artifact({ artifactId: 'figures', name: 'figures.json', description: 'The figures of the report.' }, [
          { data: figures, mediaType: 'application/json', filename: 'figures.json' },
        ]);
        yield artifact({ artifactId: 'table', name: 'table.csv' }, [
          { text: table, mediaType: 'text/csv', filename: 'table.csv' },
        ]);
        yield close(turn, 'TASK_STATE_COMPLETED', [{ text: 'Three files are ready.' }]);
      },
    },
    {
      kind: 'task',
      words: ['image'],
      usage: 'a PNG, once as bytes and once as a link',
      *start(turn) {
        yield working();
        yield* speak(turn, ['Drawing a disc ', 'on a gradient.']);
        const file = { filename: 'sample.png', mediaType: 'image/png' };
        yield artifact({ artifactId: 'image', name: 'sample.png' }, [
          { raw: sampleImage().toString('base64'), ...file },
          { url: turn.origin + SAMPLE_IMAGE_PATH, ...file },
        ]);
        yield close(turn, 'TASK_STATE_COMPLETED');
      },
    },
  ],
};
