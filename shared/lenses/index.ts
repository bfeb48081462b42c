import type { StreamResponse } from '../model/event.ts';
import { a2anet } from './a2anet.ts';
import { adcp } from './adcp/lens.ts';
import { adk } from './adk/lens.ts';
import { geminiCli } from './gemini-cli/lens.ts';
import { addUnread, carriesMetadata } from './generic/generic.ts';
import { iacCode } from './iac-code/lens.ts';
import type { Claims, Lens, Section } from './lens.ts';
import { toolArtifact } from './tool-artifact.ts';

/** Every vendor Loupe reads, in order of asking. */
const BUILT_IN: readonly Lens[] = [iacCode, adk, geminiCli, a2anet, toolArtifact, adcp];

const WAITING_AT_END: ReadonlySet<string | undefined> = new Set(
  BUILT_IN.filter(({ turnsEndWaiting }) => turnsEndWaiting).map(({ id }) => id),
);

/** Whether INPUT_REQUIRED means no more than the end of a turn to the agents that a lens reads. */
export const turnsEndWaiting = (lens: string | undefined): boolean => WAITING_AT_END.has(lens);

const NOTHING: Section[] = [];
const NO_CLAIMS: Claims = {};

/** A list of lenses that are asked in order, and the reading of events with them. */
export interface Lenses {
  readonly all: readonly Lens[];
  /** The first lens that finds something in the event. */
  lensFor(event: StreamResponse): Lens | undefined;
  /**
   * Sections of one event: what the lens made of it, then every metadata key nobody read. The same empty list is
   * returned for all events with nothing to read, so callers must not change it. Who has asked for the lens passes the
   * answer, even when it is none.
   */
  readSections(event: StreamResponse, ...lens: [lens?: Lens | undefined]): Section[];
}

/**
 * The lenses of one session. `extra` ones are asked first: who writes a lens for an agent wants it used. A set is never
 * changed; other lenses need another set and a new fold over the log.
 */
export function createLenses(extra: readonly Lens[] = []): Lenses {
  const all = [...extra, ...BUILT_IN];
  const bare = all.filter((lens) => lens.bare === true);
  const lensFor = (event: StreamResponse): Lens | undefined => {
    // Most events of most agents carry no metadata; then most lenses need not be asked.
    const asked = !event.message && !carriesMetadata(event) ? bare : all;
    for (let i = 0; i < asked.length; i++) {
      const lens = asked[i];
      if (lens?.detect(event)) return lens;
    }
    return undefined;
  };
  const readSections = (event: StreamResponse, ...lens: [lens?: Lens | undefined]): Section[] =>
    sectionsOf(event, lens.length > 0 ? lens[0] : lensFor(event));
  return { all, lensFor, readSections };
}

function sectionsOf(event: StreamResponse, lens: Lens | undefined): Section[] {
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

/** The set without any lens of the user. */
export const { lensFor, readSections } = createLenses();
