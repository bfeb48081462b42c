import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PlaceCentre } from './laters.ts';
import { panelOf } from './panels.ts';
import { REHEARSAL_AGENT, REHEARSAL_CARD } from './rehearsal-agent.ts';
import { rehearsal } from './rehearse.tsx';

it('rehearses the whole page that a connection leads to', async () => {
  await PlaceCentre.preload();
  await panelOf({ kind: 'agent', agent: REHEARSAL_AGENT.id }, undefined)?.Component.preload();
  const markup = renderToStaticMarkup(rehearsal());
  expect(markup).toContain('data-testid="card-page" data-state="ready"');
  const { card } = REHEARSAL_CARD;
  for (const word of [REHEARSAL_AGENT.host, card.skills[0]?.name, card.provider?.organization, card.description])
    expect(markup).toContain(word);
});
