import { COMPARED_SHAPES, type PackedRows, RowPacker } from '../../../shared/contract/packed-rows.ts';
import type { Lane, Row, RowKind } from '../../../shared/model/row.ts';
import { Interner } from './interner.ts';
import { type Every, packCodes, packMarks, packMessage, present, unpackMarks, unpackMessage } from './packed.ts';
import { Texts } from './texts.ts';

/** Rows of one block. */
const BLOCK_ROWS = 4_096;
/** Newest rows that are also held as objects: more than one feed batch, few enough to die young. */
const RECENT_ROWS = 256;
/** Rows that are packed at once, out of the newest ones. Divides the two above. */
const PACKED_ROWS = 128;

/**
 * Words of one row, by what they hold. `CODES` has lane, kind and message side by side; `STATUS` has the stream bit and
 * the findings' codes as well.
 */
const SEQ = 0;
const EXCHANGE = 1;
const SIZE = 2;
const CODES = 3;
const AGENT = 4;
const CONTEXT = 5;
const TASK = 6;
const STATE = 7;
const NAME = 8;
const STATUS = 9;
const TEXT_BYTES = 10;
const STAMP_BYTES = 11;
const MESSAGE_BYTES = 12;
const FOLD_BYTES = 13;
const MARKS = 14;
const RARE = 15;
const WORDS = 16;

/** Fractions of one row. */
const AT = 0;
const DURATION = 1;
const PLACE = 2;
const FRACTIONS = 3;

const SHAPE_COLUMNS = [EXCHANGE, CODES, AGENT, CONTEXT, TASK, STATE, NAME, STATUS, MARKS] as const;

const KIND_SHIFT = 8;
const MESSAGE_SHIFT = 16;
const CODE_MASK = 0xff;
const STREAM_BIT = 0x1_0000;
/** Of the codes of a row's findings. */
const FINDINGS_SHIFT = 17;
const FINDINGS_LIMIT = 0x7fff;
const STATUS_MASK = 0xffff;

/** What few rows have, kept together as it is. */
type Rare = Pick<Row, 'span' | 'artifact' | 'artifacts' | 'reconnect' | 'delivery' | 'delivered'>;

/**
 * The rows of a session in columns of numbers outside the JS heap, about 90 bytes and the texts for each. As objects a
 * million rows would take most of a gigabyte, and the garbage collector would spend more on them than the fold does.
 */
export class RowList {
  length = 0;
  /** Rows that are packed; those behind are among the newest. */
  #packed = 0;
  readonly #words: Uint32Array[] = [];
  readonly #fractions: Float64Array[] = [];
  readonly #recent: Row[] = [];
  readonly #texts = new Texts();
  readonly #lanes = new Interner<Lane>(true);
  readonly #kinds = new Interner<RowKind>(true);
  readonly #agents = new Interner<string>(true);
  readonly #contexts = new Interner<string>(true);
  readonly #tasks = new Interner<string>(true);
  readonly #states = new Interner<string>(true);
  readonly #names = new Interner<string>(true);
  readonly #lenses = new Interner<string>(true);
  readonly #findings = new Interner<string>(true);
  readonly #rare = new Interner<Rare>(false);

  push(row: Row): void {
    const index = this.length;
    this.#recent[index % RECENT_ROWS] = row;
    this.length = index + 1;
    if (this.length % PACKED_ROWS === 0) this.#packTo(this.length);
  }

  /** Packs the newest rows: their texts are written with one call, which is most of the work. */
  #packTo(end: number): void {
    const first = this.#packed;
    this.#packed = end;
    let texts = '';
    for (let index = first; index < end; index += 1) texts += textsOf(this.#recent[index % RECENT_ROWS] as Row);
    if (!this.#texts.fits(texts)) {
      this.#packEach(first, end);
      return;
    }
    let place = this.#texts.push(texts);
    const narrow = this.#texts.lastBytes === texts.length;
    for (let index = first; index < end; index += 1) {
      place += this.#pack(this.#recent[index % RECENT_ROWS] as Row, index, place, narrow);
    }
  }

  /** The same for rows with texts that are too long for that. */
  #packEach(first: number, end: number): void {
    for (let index = first; index < end; index += 1) {
      const row = this.#recent[index % RECENT_ROWS] as Row;
      this.#pack(row, index, this.#texts.push(textsOf(row)), false);
    }
  }

  /** Writes one row's numbers; returns how many bytes its texts take. */
  #pack(row: Row, index: number, textPlace: number, narrow: boolean): number {
    const place = index % BLOCK_ROWS;
    if (place === 0) this.#addBlock();
    const words = this.#words[this.#words.length - 1] as Uint32Array;
    const fractions = this.#fractions[this.#fractions.length - 1] as Float64Array;
    const word = place * WORDS;
    const fraction = place * FRACTIONS;
    const { marks, message, timestamp } = row;
    const sizeOf = narrow ? lengthOf : bytesOf;
    const textBytes = sizeOf(row.text);
    const stampBytes = timestamp === undefined ? 0 : sizeOf(timestamp);
    const messageBytes = message?.id === undefined ? 0 : sizeOf(message.id);
    const foldBytes = marks?.fold === undefined ? 0 : sizeOf(marks.fold);
    words[word + SEQ] = row.seq;
    words[word + EXCHANGE] = row.exchange;
    words[word + SIZE] = row.size;
    words[word + CODES] =
      this.#lanes.id(row.lane) | (this.#kinds.id(row.kind) << KIND_SHIFT) | (packMessage(message) << MESSAGE_SHIFT);
    words[word + AGENT] = this.#agents.id(row.agent);
    words[word + CONTEXT] = this.#contexts.id(row.context);
    words[word + TASK] = this.#tasks.id(row.task);
    words[word + STATE] = this.#states.id(row.state);
    words[word + NAME] = this.#names.id(row.name);
    words[word + STATUS] =
      ((row.status ?? 0) & STATUS_MASK) | (row.stream ? STREAM_BIT : 0) | (this.#findingsId(row) << FINDINGS_SHIFT);
    words[word + TEXT_BYTES] = textBytes;
    words[word + STAMP_BYTES] = stampBytes;
    words[word + MESSAGE_BYTES] = messageBytes;
    words[word + FOLD_BYTES] = foldBytes;
    words[word + MARKS] = packMarks(marks, this.#lenses);
    words[word + RARE] = this.#rare.id(rareOf(row));
    fractions[fraction + AT] = row.at;
    fractions[fraction + DURATION] = row.duration ?? Number.NaN;
    fractions[fraction + PLACE] = textPlace;
    return textBytes + stampBytes + messageBytes + foldBytes;
  }

  #addBlock(): void {
    this.#words.push(new Uint32Array(BLOCK_ROWS * WORDS));
    this.#fractions.push(new Float64Array(BLOCK_ROWS * FRACTIONS));
  }

  /** Combinations beyond the limit are not kept. */
  #findingsId(row: Row): number {
    const id = this.#findings.id(packCodes(row.marks));
    return id > FINDINGS_LIMIT ? 0 : id;
  }

  /** The row at an index; undefined outside the list. */
  at(index: number): Row | undefined {
    if (index < 0 || index >= this.length) return undefined;
    if (index >= this.length - RECENT_ROWS) return this.#recent[index % RECENT_ROWS];
    const words = this.#words[Math.floor(index / BLOCK_ROWS)] as Uint32Array;
    const fractions = this.#fractions[Math.floor(index / BLOCK_ROWS)] as Float64Array;
    const word = (index % BLOCK_ROWS) * WORDS;
    const fraction = (index % BLOCK_ROWS) * FRACTIONS;
    const of = (column: number): number => words[word + column] as number;
    const codes = of(CODES);
    const [text, timestamp, id, fold] = this.#textsAt(words, word, fractions[fraction + PLACE] as number);
    const duration = fractions[fraction + DURATION] as number;
    const rare = this.#rare.value(of(RARE));
    const row: Every<Row> = {
      seq: of(SEQ),
      at: fractions[fraction + AT],
      lane: this.#lanes.value(codes & CODE_MASK),
      kind: this.#kinds.value((codes >>> KIND_SHIFT) & CODE_MASK),
      exchange: of(EXCHANGE),
      agent: this.#agents.value(of(AGENT)),
      context: this.#contexts.value(of(CONTEXT)),
      task: this.#tasks.value(of(TASK)),
      state: this.#states.value(of(STATE)),
      text,
      size: of(SIZE),
      duration: Number.isNaN(duration) ? undefined : duration,
      span: rare?.span,
      marks: unpackMarks(of(MARKS), fold, this.#findings.value(of(STATUS) >>> FINDINGS_SHIFT), this.#lenses),
      name: this.#names.value(of(NAME)),
      status: of(STATUS) & STATUS_MASK || undefined,
      stream: (of(STATUS) & STREAM_BIT) !== 0 || undefined,
      artifact: rare?.artifact,
      artifacts: rare?.artifacts,
      message: unpackMessage(codes >>> MESSAGE_SHIFT, id),
      timestamp: timestamp || undefined,
      reconnect: rare?.reconnect,
      delivery: rare?.delivery,
      delivered: rare?.delivered,
    };
    return present(row) as unknown as Row;
  }

  /**
   * The rows from an index on as they go to a page, without making an object of each: those before `limit` that fit
   * `bytes`, at least one, when each takes `rowBytes` and its text.
   */
  pack(index: number, limit: number, bytes: number, rowBytes: number): PackedRows {
    if (limit > this.#packed) this.#packTo(this.length);
    const packer = new RowPacker();
    /** Blocks and places of the rows that the shapes were taken from. */
    const shaped: { words: Uint32Array; word: number }[] = [];
    let room = bytes;
    for (let next = index; next < limit && room > 0; next += 1) {
      const words = this.#words[Math.floor(next / BLOCK_ROWS)] as Uint32Array;
      const fractions = this.#fractions[Math.floor(next / BLOCK_ROWS)] as Float64Array;
      const word = (next % BLOCK_ROWS) * WORDS;
      const fraction = (next % BLOCK_ROWS) * FRACTIONS;
      let shape = shaped.length - 1;
      const oldest = Math.max(0, shaped.length - COMPARED_SHAPES);
      while (shape >= oldest && !sameShape(words, word, shaped[shape] as (typeof shaped)[number])) shape -= 1;
      if (shape < oldest) {
        shape = packer.addShape(this.at(next) as Row);
        shaped.push({ words, word });
      }
      const recent = next >= this.length - RECENT_ROWS ? this.#recent[next % RECENT_ROWS] : undefined;
      const [text, timestamp, id, fold] = recent
        ? [recent.text, recent.timestamp, recent.message?.id, recent.marks?.fold]
        : this.#textsAt(words, word, fractions[fraction + PLACE] as number);
      packer.push(
        shape,
        words[word + SEQ] as number,
        fractions[fraction + AT] as number,
        text,
        words[word + SIZE] as number,
      );
      packer.pushTexts(id || 0, fold || 0, timestamp || 0);
      const duration = fractions[fraction + DURATION] as number;
      const rare = words[word + RARE] as number;
      if (rare !== 0 || !Number.isNaN(duration)) {
        packer.pushRest({ ...this.#rare.value(rare), ...(Number.isNaN(duration) ? {} : { duration }) });
      }
      room -= rowBytes + text.length;
    }
    return packer.packed();
  }

  /** Text, timestamp, message id and fold of a row; absent ones are empty. */
  #textsAt(words: Uint32Array, word: number, place: number): [string, string, string, string] {
    const text = words[word + TEXT_BYTES] as number;
    const stamp = text + (words[word + STAMP_BYTES] as number);
    const id = stamp + (words[word + MESSAGE_BYTES] as number);
    const fold = id + (words[word + FOLD_BYTES] as number);
    const all = this.#texts.get(place, fold);
    // Of plain ASCII, places in bytes are places in the text.
    if (all.length === fold) return [all.slice(0, text), all.slice(text, stamp), all.slice(stamp, id), all.slice(id)];
    const part = (from: number, to: number): string => this.#texts.get(place + from, to - from);
    return [part(0, text), part(text, stamp), part(stamp, id), part(id, fold)];
  }

  /** Exchange of the row at an index, or 0 outside the list and for rows of none. */
  exchangeAt(index: number): number {
    if (index < 0 || index >= this.length) return 0;
    if (index >= this.#packed) return (this.#recent[index % RECENT_ROWS] as Row).exchange;
    const words = this.#words[Math.floor(index / BLOCK_ROWS)] as Uint32Array;
    return words[(index % BLOCK_ROWS) * WORDS + EXCHANGE] as number;
  }

  /** Seq of the row at an index, or 0 outside the list. */
  seqAt(index: number): number {
    if (index < 0 || index >= this.length) return 0;
    if (index >= this.#packed) return (this.#recent[index % RECENT_ROWS] as Row).seq;
    return (this.#words[Math.floor(index / BLOCK_ROWS)] as Uint32Array)[(index % BLOCK_ROWS) * WORDS + SEQ] as number;
  }
}

/** Bytes of a text, each of whose characters is known to take one. */
const lengthOf = (text: string): number => text.length;
const bytesOf = (text: string): number => Buffer.byteLength(text);

/** The texts of a row lie one behind the other. */
function textsOf({ text, timestamp, message, marks }: Row): string {
  let all = text;
  if (timestamp !== undefined) all += timestamp;
  if (message?.id !== undefined) all += message.id;
  if (marks?.fold !== undefined) all += marks.fold;
  return all;
}

/** Whether rows differ in no more than seq, times, texts and what few of them have. */
function sameShape(words: Uint32Array, word: number, other: { words: Uint32Array; word: number }): boolean {
  for (const column of SHAPE_COLUMNS) if (words[word + column] !== other.words[other.word + column]) return false;
  return true;
}

function rareOf(row: Row): Rare | undefined {
  const { span, artifact, artifacts, reconnect, delivery, delivered } = row;
  const rest = reconnect === undefined && delivery === undefined && delivered === undefined;
  return rest && span === undefined && artifact === undefined && artifacts === undefined
    ? undefined
    : { span, artifact, artifacts, reconnect, delivery, delivered };
}
