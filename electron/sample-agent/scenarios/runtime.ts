import type { Family } from './scenario.ts';

/** Only on the extended card. */
export const runtime: Family = {
  skill: {
    id: 'runtime',
    name: 'Runtime details',
    description: 'Tells which runtime the agent lives in. Listed on the extended card only.',
    tags: ['extended', 'diagnostics'],
    examples: ['runtime'],
    outputModes: ['text/plain', 'application/json'],
  },
  scenarios: [
    {
      kind: 'reply',
      words: ['runtime'],
      usage: 'the runtime this agent lives in',
      reply: () => {
        const details = { node: process.versions.node, uptimeSeconds: Math.round(process.uptime()) };
        return [
          { text: `Node ${details.node}, up for ${details.uptimeSeconds} s.` },
          { data: details, mediaType: 'application/json' },
        ];
      },
    },
  ],
};
