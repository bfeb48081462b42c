import type { Reading } from '../../../shared/a2a/reduce/reading.ts';
import { ARTIFACT_SLICE_BYTES, type ArtifactContent, type ArtifactFacts } from '../../../shared/contract/artifacts.ts';
import type { Reply } from '../../../shared/lib/result.ts';
import { done, refused } from '../../../shared/lib/result.ts';
import type { Artifact } from '../../../shared/model/artifact.ts';
import type { Entry } from '../../../shared/model/entry.ts';
import type { Task } from '../../../shared/model/task.ts';
import { entryAt, readEntry } from '../entries.ts';
import { ARTIFACT_SLICE_MS, KEPT_ASSEMBLIES } from '../limits.ts';
import type { Session } from '../session.ts';
import { Assembly, type Write } from './assembly.ts';
import type { Copies } from './copies.ts';
import { partBytes } from './part-bytes.ts';

/** Events and bytes of events read at once: all of them are in memory together. */
const BATCH_ENTRIES = 20;
const BATCH_BYTES = 64 * 1024;
/** A list of tasks that was read is kept in memory for this long, ms. */
const KEPT_LIST_MS = 5_000;

/** An entry as far as artifacts go. */
interface EventRead {
  seq: number;
  reading: Reading | undefined;
}

/** Beginnings of exchanges, by the seq of their request. */
type Contexts = Map<number, Entry[]>;

/** The events that make up an artifact. */
export interface Edition {
  artifact: string;
  /** Whose it is; needed where an event lists tasks. */
  task?: string;
  writes: readonly number[];
}

/** Tells editions of one session apart, however far they have come. */
export const editionKey = ({ artifact, task = '', writes }: Edition): string =>
  `${task}\n${artifact}\n${writes[0] ?? 0}`;

/** Puts artifacts together from recorded events. What was put together goes on when events are added. */
export class ArtifactReader {
  /** By session, artifact and first event; the one used last is at the end. */
  private readonly kept = new Map<string, Promise<Reply<Assembly>>>();

  private listed: { session: Session; event: EventRead } | undefined;

  constructor(private readonly copies: Copies) {}

  async facts(session: Session, edition: Edition): Promise<Reply<ArtifactFacts>> {
    const assembly = await this.assembly(session, edition);
    if (!assembly.ok) return assembly;
    const facts = assembly.value.facts();
    for (const content of facts.contents) {
      const copy = content.url === undefined ? undefined : await this.copies.look(session, content.url);
      if (copy) content.copy = copy;
    }
    return done(facts);
  }

  /** What is known of one file. */
  async content(session: Session, edition: Edition, content: number): Promise<Reply<ArtifactContent>> {
    const facts = await this.facts(session, edition);
    if (!facts.ok) return facts;
    const found = facts.value.contents[content];
    return found ? done(found) : noFile(content);
  }

  /** Into `memory` when they have room there. */
  async bytes(
    session: Session,
    edition: Edition,
    content: number,
    from: number,
    length: number,
    memory?: Buffer,
  ): Promise<Reply<{ bytes: Buffer; total: number }>> {
    const assembly = await this.assembly(session, edition);
    if (!assembly.ok) return assembly;
    const file = assembly.value.files[content];
    if (!file) return noFile(content);
    const { url } = file.content;
    const copy = url === undefined ? undefined : await this.copies.bytes(session, url);
    if (copy) {
      const end = Math.min(copy.length, from + Math.min(length, ARTIFACT_SLICE_BYTES));
      return done({ bytes: copy.subarray(Math.min(from, end), end), total: copy.length });
    }
    const until = Math.min(file.bytes, from + Math.min(length, ARTIFACT_SLICE_BYTES));
    const room = Math.max(0, until - from);
    const bytes = memory && memory.length >= room ? memory : Buffer.allocUnsafe(room);
    let filled = 0;
    let offset = 0;
    let held: { seq: number; artifact: Artifact } | undefined;
    const contexts: Contexts = new Map();
    for (const stretch of file.stretches) {
      const begin = offset;
      offset += stretch.bytes;
      if (offset <= from) continue;
      if (begin >= until) break;
      if (held?.seq !== stretch.seq) {
        const write = await this.write(session, edition, stretch.seq, contexts);
        if (!write.ok) return write;
        held = { seq: stretch.seq, artifact: write.value.artifact };
      }
      const part = held.artifact.parts[stretch.part];
      if (part) filled += partBytes(part).bytes.copy(bytes, filled, Math.max(0, from - begin), until - begin);
    }
    return done({ bytes: bytes.subarray(0, filled), total: file.bytes });
  }

  /** All bytes of a file, slice by slice; each is good until the next one is asked for. */
  async *slices(session: Session, edition: Edition, content: number): AsyncGenerator<Reply<Buffer>> {
    const memory = Buffer.allocUnsafeSlow(ARTIFACT_SLICE_BYTES);
    for (let from = 0; ; ) {
      const slice = await this.bytes(session, edition, content, from, ARTIFACT_SLICE_BYTES, memory);
      if (!slice.ok) {
        yield slice;
        return;
      }
      yield done(slice.value.bytes);
      from += slice.value.bytes.length;
      if (from >= slice.value.total || slice.value.bytes.length === 0) return;
    }
  }

  /** One at a time for the same artifact: the second caller finds what the first one made. */
  private assembly(session: Session, edition: Edition): Promise<Reply<Assembly>> {
    const key = `${session.id}\n${editionKey(edition)}`;
    const before = this.kept.get(key) ?? Promise.resolve(done(new Assembly()));
    const next = before.then((known) => this.goOn(session, edition, known));
    this.kept.delete(key);
    this.kept.set(key, next);
    const [oldest] = this.kept.keys();
    if (this.kept.size > KEPT_ASSEMBLIES && oldest !== undefined) this.kept.delete(oldest);
    return next;
  }

  private async goOn(session: Session, edition: Edition, known: Reply<Assembly>): Promise<Reply<Assembly>> {
    const { writes } = edition;
    const goes = known.ok && known.value.seqs.length <= writes.length;
    const fits = goes && known.value.seqs.every((seq, index) => seq === writes[index]);
    const assembly = fits && known.ok ? known.value : new Assembly();
    const contexts: Contexts = new Map();
    let until = Date.now() + ARTIFACT_SLICE_MS;
    while (assembly.seqs.length < writes.length) {
      const events = await this.events(session, nextBatch(session, writes, assembly.seqs.length), contexts);
      if (!events.ok) return events;
      for (const event of events.value) {
        const write = writeOf(event, edition);
        if (!write) return noWrite(event.seq, edition);
        assembly.push(write);
        if (Date.now() < until) continue;
        await new Promise(setImmediate);
        until = Date.now() + ARTIFACT_SLICE_MS;
      }
    }
    return done(assembly);
  }

  /** A list of tasks is asked for once per artifact in it, so that the last one is kept for a while. */
  private async events(session: Session, seqs: readonly number[], contexts: Contexts): Promise<Reply<EventRead[]>> {
    const [first] = seqs;
    const { listed } = this;
    if (seqs.length === 1 && listed?.session === session && listed.event.seq === first) return done([listed.event]);
    const events: EventRead[] = [];
    for (const seq of seqs) {
      const entry = await entryAt(session, seq);
      if (!entry) return refused('not-found', `Session ${session.id} has no entry ${seq}.`);
      const event = { seq, reading: (await readEntry(session, entry, contexts))?.reading };
      events.push(event);
      if (event.reading?.type === 'tasks') this.keepList(session, event);
    }
    return done(events);
  }

  private keepList(session: Session, event: EventRead): void {
    const kept = { session, event };
    this.listed = kept;
    const forget = setTimeout(() => {
      if (this.listed === kept) this.listed = undefined;
    }, KEPT_LIST_MS);
    forget.unref();
  }

  private async write(session: Session, edition: Edition, seq: number, contexts: Contexts): Promise<Reply<Write>> {
    const events = await this.events(session, [seq], contexts);
    if (!events.ok) return events;
    const event = events.value[0];
    const write = event && writeOf(event, edition);
    return write ? done(write) : noWrite(seq, edition);
  }
}

const noFile = (content: number): Reply<never> => refused('not-found', `The artifact has no file ${content}.`);

/** The next events to read, at least one. */
function nextBatch(session: Session, writes: readonly number[], from: number): number[] {
  const seqs: number[] = [];
  for (let bytes = 0, at = from; at < writes.length && seqs.length < BATCH_ENTRIES; at++) {
    const seq = writes[at] as number;
    bytes += session.rows.at(session.indexOf(seq))?.size ?? 0;
    if (seqs.length > 0 && bytes > BATCH_BYTES) break;
    seqs.push(seq);
  }
  return seqs;
}

const noWrite = (seq: number, { artifact }: Edition): Reply<never> =>
  refused('not-found', `Entry ${seq} brings nothing of artifact ${artifact}.`);

/** What an entry says of an artifact; undefined when it is about something else. */
function writeOf({ seq, reading }: EventRead, { artifact: id, task: owner }: Edition): Write | undefined {
  const event = reading?.type === 'event' ? reading.event : undefined;
  const task = event?.task ?? snapshotIn(reading, owner);
  const update = event?.artifactUpdate;
  const isIt = (artifact: Artifact | undefined) => (artifact?.artifactId ?? '') === id;
  const listed = Array.isArray(task?.artifacts) ? task.artifacts.find(isIt) : undefined;
  const artifact = update && isIt(update.artifact) ? (update.artifact ?? { artifactId: id, parts: [] }) : listed;
  if (!artifact) return undefined;
  return { seq, artifact, append: update?.append === true };
}

/** The task that an answer is, or that it lists under the id. */
function snapshotIn(reading: Reading | undefined, id: string | undefined): Task | undefined {
  if (reading?.type === 'task') return reading.task;
  return reading?.type === 'tasks' ? reading.list.tasks.find((task) => task.id === id) : undefined;
}
