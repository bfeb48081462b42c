import * as fs from 'node:fs';
import { join } from 'node:path';

/** Spellings in which a secret must not be seen. */
export function spellings(secret: string): [name: string, text: string][] {
  const bytes = Buffer.from(secret);
  const base64 = bytes.toString('base64').replace(/=+$/, '');
  const all: [string, string][] = [
    ['plain', secret],
    ['base64', base64],
    ['base64url', base64.replace(/\+/g, '-').replace(/\//g, '_')],
    // In a longer text: whole groups from the second and from the third byte on.
    ['base64, moved by one', Buffer.from(`  ${secret}`).toString('base64').slice(4, -6)],
    ['base64, moved by two', Buffer.from(` ${secret}`).toString('base64').slice(4, -6)],
    ['percent-encoded', encodeURIComponent(secret)],
    ['form-encoded', new URLSearchParams({ a: secret }).toString().slice(2)],
    ['hexadecimal', bytes.toString('hex')],
    ['JSON', JSON.stringify(secret).slice(1, -1)],
    ['JSON in JSON', JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1)],
    ['Latin-1', bytes.toString('latin1')],
  ];
  return all.filter(([, text], index) => all.findIndex(([, other]) => other === text) === index);
}

/** Where which secret was seen in which spelling. */
export interface Sighting {
  secret: string;
  spelling: string;
  where: string;
}

/** Looks for secrets, given by name, in texts, given by where they come from. */
export function sightings(secrets: Readonly<Record<string, string>>, texts: ReadonlyMap<string, string>): Sighting[] {
  const found: Sighting[] = [];
  for (const [secret, value] of Object.entries(secrets)) {
    for (const [spelling, needle] of spellings(value)) {
      for (const [where, text] of texts) if (text.includes(needle)) found.push({ secret, spelling, where });
    }
  }
  return found;
}

/** All files below a folder, names included. Bytes that are no UTF-8 are there as Latin-1 too. */
export function filesBelow(folder: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const name of fs.readdirSync(folder)) {
    const path = join(folder, name);
    if (fs.statSync(path).isDirectory()) {
      for (const [below, text] of filesBelow(path)) texts.set(`${name}/${below}`, text);
    } else {
      const bytes = fs.readFileSync(path);
      texts.set(name, `${name}\n${bytes.toString('utf8')}\n${bytes.toString('latin1')}`);
    }
  }
  return texts;
}
