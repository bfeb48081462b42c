import type { AgentOptions, InterfaceVerdict, Negotiated } from '../../model/agent.ts';
import type { AgentInterface } from '../../model/card.ts';

type Chosen = Pick<Negotiated, 'binding' | 'dialect' | 'index' | 'why' | 'offered'>;

const nameOf = (entry: AgentInterface | undefined, index: number): string =>
  `interface ${index + 1} of the card (${[entry?.protocolBinding, entry?.protocolVersion].filter(Boolean).join(' ')})`;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const WORDS: Record<InterfaceVerdict['verdict'], string> = {
  used: 'is used',
  usable: 'could be used',
  binding: 'has a binding Loupe does not speak',
  version: 'has a version Loupe does not speak',
  url: 'has no address that can be called',
};

/** Which entry of the card was chosen, and why, in sentences. */
export function reasonFor(
  chosen: Chosen,
  options: AgentOptions,
  entries: readonly AgentInterface[],
  verdicts: readonly InterfaceVerdict[],
): string {
  const sentences = [whatFor(chosen, options, entries)];
  const passed = verdicts.filter((one) => one.index < chosen.index && chosen.why === 'first-supported');
  for (const { index, verdict, binding } of passed) {
    const why = verdict === 'usable' && binding === 'GRPC' ? 'is used when it is asked for' : WORDS[verdict];
    sentences.push(`${capital(nameOf(entries[index], index))} ${why}.`);
  }
  sentences.push(
    chosen.dialect === '1.0'
      ? 'Requests say A2A-Version: 1.0.'
      : 'Requests say no version, because 0.3 has no header line for it.',
  );
  return sentences.join(' ');
}

function whatFor(chosen: Chosen, options: AgentOptions, entries: readonly AgentInterface[]): string {
  const { binding, dialect, index, why } = chosen;
  const entry = nameOf(entries[index], index);
  switch (why) {
    case 'only-supported':
      return `${capital(entry)} is the only one Loupe speaks.`;
    case 'first-supported':
      return `${capital(entry)} is the first one Loupe speaks of ${entries.length}.`;
    case 'no-interface':
      return `Loupe speaks none of the card's interfaces; ${binding} ${dialect} is a guess.`;
    case 'forced': {
      const wishes = [
        ...(options.binding === undefined ? [] : [`binding ${binding}`]),
        ...(options.version === undefined ? [] : [`version ${dialect}`]),
        ...(options.endpoint ? ['the address'] : []),
      ];
      const asked = `${capital(wishes.join(' and '))} ${wishes.length > 1 ? 'were' : 'was'} asked for`;
      if (index < 0) return `${asked}, whatever the card says.`;
      return chosen.offered === false ? `${asked}, but no interface of the card has it.` : `${asked}: ${entry}.`;
    }
  }
}
