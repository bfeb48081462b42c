import type { DoctorFact, DoctorStep, DoctorStepId, DoctorVerdict } from '../../shared/contract/doctor.ts';
import { type Colour, cell, type Style } from './style.ts';
import { visibleLine } from './visible.ts';

const NAMES: Readonly<Record<DoctorStepId, string>> = {
  address: 'Address',
  proxy: 'Proxy',
  dns: 'Name',
  tcp: 'Connection',
  tls: 'TLS',
  card: 'Card',
  json: 'Content',
  version: 'Version',
  auth: 'Access',
  endpoints: 'Endpoints',
  call: 'Test call',
};

const VERDICTS: Readonly<Record<DoctorVerdict, [word: string, colour: Colour | undefined]>> = {
  waiting: ['waiting', 'dim'],
  running: ['running', 'dim'],
  ok: ['ok', 'green'],
  warning: ['warning', 'yellow'],
  failed: ['failed', 'red'],
  skipped: ['skipped', 'dim'],
};

const VERDICT_WIDTH = 8;
const NAME_WIDTH = 11;

/** One step of a connection test: its verdict, what was found, the evidence, and the next thing to do. */
export function stepText(step: DoctorStep, style: Style): string {
  const [word, colour] = VERDICTS[step.verdict];
  const indent = ' '.repeat(VERDICT_WIDTH + NAME_WIDTH + 2);
  const head = `${cell(style, colour, word, VERDICT_WIDTH)} ${cell(style, undefined, NAMES[step.id], NAME_WIDTH)} ${visibleLine(step.message)}`;
  const facts = step.facts.flatMap(factTexts).map((line) => style('dim', `${indent}${visibleLine(line)}`));
  const next = step.next === undefined ? [] : [`${indent}next: ${visibleLine(step.next)}`];
  return [head, ...facts, ...next].join('\n');
}

/** One fact in one line or several. */
function factTexts(fact: DoctorFact): string[] {
  switch (fact.kind) {
    case 'text':
      return [`${fact.name}: ${fact.value}`];
    case 'address': {
      const { address, outcome, code, ms } = fact;
      return [[address, outcome, code && `(${code})`, ms !== undefined && `${ms} ms`].filter(Boolean).join(' ')];
    }
    case 'certificate': {
      const { place, subject, issuer, from, to, names, fingerprint } = fact;
      return [
        `certificate ${place}: ${subject}, issued by ${issuer}, ${from.slice(0, 10)} to ${to.slice(0, 10)}`,
        ...(names.length > 0 ? [`  names: ${names.join(', ')}`] : []),
        `  SHA-256 ${fingerprint}`,
      ];
    }
    case 'answer': {
      const { method, url, status, type, ms } = fact;
      const took = ms === undefined ? '' : `${Math.round(ms)} ms`;
      return [[method, url, status ?? 'no answer', type, took].filter(Boolean).join(' ')];
    }
    case 'headers':
      return fact.lines.map(([name, value]) => `${name}: ${value}`);
    case 'interface': {
      const { url, binding, verdict, message } = fact;
      return [`${verdict}: ${binding ?? 'interface'} ${url}: ${message}`];
    }
  }
}
