import type { StreamResponse } from '../model/event.ts';
import { adcp } from './adcp/lens.ts';
import { addUnread, carriesMetadata } from './generic/generic.ts';
import { iacCode } from './iac-code/lens.ts';
import type { Lens, Section } from './lens.ts';

/** Every vendor Loupe reads, in order of asking. */
export const lenses: readonly Lens[] = [iacCode, adcp];

const NOTHING: Section[] = [];
const NO_CLAIMS: readonly string[] = [];

/** The first lens that finds something in the event. */
export function lensFor(event: StreamResponse): Lens | undefined {
  for (let i = 0; i < lenses.length; i++) {
    const lens = lenses[i];
    if (lens?.detect(event)) return lens;
  }
  return undefined;
}

/**
 * Sections of one event: what the lens made of its metadata, then every key nobody read. The same empty list is
 * returned for all events with nothing to read, so callers must not change it.
 */
export function readSections(event: StreamResponse, lens: Lens | undefined = lensFor(event)): Section[] {
  const metadata = carriesMetadata(event);
  if (lens === undefined) {
    if (!metadata) return NOTHING;
    const sections: Section[] = [];
    addUnread(sections, event, NO_CLAIMS);
    return sections;
  }
  const sections = lens.read(event);
  if (metadata) addUnread(sections, event, lens.claims);
  return sections;
}
