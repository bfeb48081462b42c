import type { StoredCard } from '../../agents.ts';
import { headerValue, mediaType } from '../../http/headers.ts';
import { maskUrl } from '../../mask.ts';
import { type Step, skipped, textFact } from '../step.ts';

/** Is what was answered a card, and is the card in order? A card that can be read becomes the agent's. */
export const json: Step = {
  id: 'json',
  run({ parts, agent, found }) {
    const { answer } = found;
    if (!answer) return skipped('There is no answer to read.');
    const { fetched, address, reading } = answer;
    const type = mediaType(headerValue(fetched.headers ?? [], 'content-type'));
    const facts = [
      ...textFact('found-at', maskUrl(address.url)),
      ...textFact('bytes', fetched.text === undefined ? undefined : Buffer.byteLength(fetched.text)),
    ];
    if (reading === undefined || typeof reading === 'string') {
      const empty = !fetched.text;
      return {
        verdict: 'failed',
        message: empty ? 'The answer is empty.' : `The answer is no card: ${reading ?? 'it did not arrive whole'}.`,
        next: empty
          ? 'Look at the log of the agent: it answered with a success and no content.'
          : 'The port or the path may belong to another service, such as a web page or a gateway. Check the address.',
        facts: [...facts, ...textFact('source', type)],
      };
    }
    const stored: StoredCard = { ...address, raw: fetched.text ?? '', fetchedAt: new Date().toISOString() };
    if (fetched.etag !== undefined) stored.etag = fetched.etag;
    found.card = { reading, stored };
    parts.cards.take(agent, stored);
    const { card, issues } = reading;
    const told = [...facts, ...textFact('card-name', card.name)];
    const wrong = issues.filter(({ severity }) => severity === 'error').length;
    const odd = issues.filter(({ severity }) => severity === 'warning').length;
    if (wrong > 0 || odd > 0) {
      const counts = [wrong > 0 ? count(wrong, 'error') : '', odd > 0 ? count(odd, 'warning') : ''].filter(Boolean);
      const message = `The card can be read, with ${counts.join(' and ')}.`;
      return { verdict: 'warning', message, next: 'Open the Card tab: its findings say what to change.', facts: told };
    }
    if (type !== 'application/json' && !type.endsWith('+json')) {
      const message = `The card can be read, though it calls itself ${type || 'nothing'} instead of application/json.`;
      return { verdict: 'warning', message, next: 'Serve the card with Content-Type: application/json.', facts: told };
    }
    return { verdict: 'ok', message: 'The card can be read, and no rule was broken.', facts: told };
  },
};

const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`;
