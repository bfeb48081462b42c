import type { Row, RowMarks } from '../model/row.ts';
import type { FeedBatch } from './views.ts';

/** What few rows have. */
type Rest = Pick<Row, 'duration' | 'span' | 'artifact' | 'artifacts' | 'reconnect' | 'delivery' | 'delivered'>;

/** One field of all rows, in their order; a single value stands for all of them. 0 stands for an absent text. */
type Column<T> = T[];

/** Rows on their way to a page: neighbours mostly have the same agent, task, kind and so on, which go out once. */
export interface PackedRows {
  /** Rows without what differs from one to the next. */
  shapes: Row[];
  count: number;
  shape: Column<number>;
  /** A single one is the first of seqs that follow each other. */
  seq: Column<number>;
  at: Column<number>;
  text: Column<string>;
  size: Column<number>;
  message: Column<string | 0>;
  fold: Column<string | 0>;
  timestamp: Column<string | 0>;
  /** Which rows have something else, and what. */
  rest: [number, Rest][];
}

/** Fewer rows than this go as they are; hosts copy objects value by value, so that a few packed ones cost less already. */
export const PACK_ROWS = 4;
/** Shapes that a row is compared with, the newest first: streams side by side take turns. */
export const COMPARED_SHAPES = 8;

/** The same batch in the form in which a host sends it. */
export function packBatch(batch: FeedBatch): FeedBatch {
  return batch.rows.length < PACK_ROWS ? batch : { ...batch, rows: [], packed: packRows(batch.rows) };
}

/** The same for a host that copies what it sends value by value: many rows are one text. */
export function packBatchAsText(batch: FeedBatch): FeedBatch {
  const { packed, ...rest } = packBatch(batch);
  return packed === undefined ? rest : { ...rest, packed: JSON.stringify(packed) };
}

/** The batch that was packed. */
export function unpackBatch(batch: FeedBatch): FeedBatch {
  if (!batch.packed) return batch;
  const { packed, ...rest } = batch;
  return { ...rest, rows: unpackRows(typeof packed === 'string' ? (JSON.parse(packed) as PackedRows) : packed) };
}

export function packRows(rows: readonly Row[]): PackedRows {
  const packer = new RowPacker();
  const { shapes } = packer;
  for (const row of rows) {
    let shape = shapes.length - 1;
    const oldest = Math.max(0, shapes.length - COMPARED_SHAPES);
    while (shape >= oldest && !isOf(row, shapes[shape] as Row)) shape -= 1;
    if (shape < oldest) shape = packer.addShape(row);
    packer.push(shape, row.seq, row.at, row.text, row.size);
    packer.pushTexts(row.message?.id ?? 0, row.marks?.fold ?? 0, row.timestamp ?? 0);
    packer.pushRest(row);
  }
  return packer.packed();
}

/** Puts rows together field by field, for callers that need not have them as objects. */
export class RowPacker {
  readonly shapes: Row[] = [];
  private readonly columns: Omit<PackedRows, 'shapes' | 'count' | 'rest'> = {
    shape: [],
    seq: [],
    at: [],
    text: [],
    size: [],
    message: [],
    fold: [],
    timestamp: [],
  };
  private readonly rest: [number, Rest][] = [];

  /** Takes the shape of a row; returns its number. */
  addShape(row: Row): number {
    this.shapes.push(shapeOf(row));
    return this.shapes.length - 1;
  }

  /** Begins a row; `pushTexts` follows, and `pushRest` where there may be some. */
  push(shape: number, seq: number, at: number, text: string, size: number): void {
    const { columns } = this;
    columns.shape.push(shape);
    columns.seq.push(seq);
    columns.at.push(at);
    columns.text.push(text);
    columns.size.push(size);
  }

  pushTexts(message: string | 0, fold: string | 0, timestamp: string | 0): void {
    const { columns } = this;
    columns.message.push(message);
    columns.fold.push(fold);
    columns.timestamp.push(timestamp);
  }

  pushRest(row: Rest): void {
    const rest = restOf(row);
    if (rest) this.rest.push([this.columns.seq.length - 1, rest]);
  }

  packed(): PackedRows {
    const { shape, seq, at, text, size, message, fold, timestamp } = this.columns;
    const first = seq[0] as number;
    return {
      shapes: this.shapes,
      count: seq.length,
      shape: short(shape),
      seq: seq.every((value, index) => value === first + index) ? seq.slice(0, 1) : seq,
      at,
      text,
      size: short(size),
      message: short(message),
      fold: short(fold),
      timestamp: short(timestamp),
      rest: this.rest,
    };
  }
}

const short = <T>(column: Column<T>): Column<T> =>
  column.every((value) => value === column[0]) ? column.slice(0, 1) : column;

const valueAt = <T>(column: Column<T>, index: number): T => (column.length === 1 ? column[0] : column[index]) as T;

/** Rows of one shape share its texts; those of one message share its object too. */
export function unpackRows(packed: PackedRows): Row[] {
  const { shapes, count, rest } = packed;
  const rows: Row[] = [];
  const forms = new Map<number, Row>();
  const follows = packed.seq.length === 1;
  let form: Row | undefined;
  let formKey = -1;
  let before: Row | undefined;
  let beforeShape = -1;
  for (let index = 0; index < count; index += 1) {
    const shape = valueAt(packed.shape, index);
    const id = valueAt(packed.message, index);
    const fold = valueAt(packed.fold, index);
    const timestamp = valueAt(packed.timestamp, index);
    // Copies of an object that has all the fields are several times cheaper than adding fields to each copy.
    const key = shape * 8 + (id === 0 ? 0 : 1) + (fold === 0 ? 0 : 2) + (timestamp === 0 ? 0 : 4);
    if (key !== formKey) {
      form = forms.get(key) ?? formOf(shapes[shape] as Row, id !== 0, fold !== 0, timestamp !== 0);
      forms.set(key, form);
      formKey = key;
    }
    const row: Row = { ...(form as Row) };
    row.seq = follows ? (packed.seq[0] as number) + index : (packed.seq[index] as number);
    row.at = valueAt(packed.at, index);
    row.text = valueAt(packed.text, index);
    row.size = valueAt(packed.size, index);
    const known = shape === beforeShape ? before : undefined;
    if (id !== 0) row.message = known?.message?.id === id ? known.message : { id, ...shapes[shape]?.message };
    if (fold !== 0) row.marks = known?.marks?.fold === fold ? known.marks : { ...shapes[shape]?.marks, fold };
    if (timestamp !== 0) row.timestamp = timestamp;
    rows.push(row);
    before = row;
    beforeShape = shape;
  }
  for (const [index, more] of rest) Object.assign(rows[index] as Row, more);
  return rows;
}

/** A row of this shape with a place for what it has beside it. */
function formOf(shape: Row, message: boolean, marks: boolean, timestamp: boolean): Row {
  const form: Row = { ...shape };
  if (message) form.message ??= {};
  if (marks) form.marks ??= {};
  if (timestamp) form.timestamp ??= '';
  return form;
}

/** Every field of a row has its place here, so that a new one is an error until it does. */
function shapeOf(row: Row): Row {
  const { message, marks } = row;
  const shape: { [K in keyof Required<Row>]: Row[K] | undefined } = {
    seq: 0,
    at: 0,
    lane: row.lane,
    kind: row.kind,
    exchange: row.exchange,
    agent: row.agent,
    context: row.context,
    task: row.task,
    state: row.state,
    text: '',
    size: 0,
    duration: undefined,
    span: undefined,
    marks: marks && without(marks, 'fold'),
    name: row.name,
    status: row.status,
    stream: row.stream,
    artifact: undefined,
    artifacts: undefined,
    message: message && without(message, 'id'),
    timestamp: undefined,
    reconnect: undefined,
    delivery: undefined,
    delivered: undefined,
  };
  const present = Object.entries(shape).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as unknown as Row;
}

function without<T extends object>(value: T, key: keyof T): T {
  const copy = { ...value };
  delete copy[key];
  return copy;
}

function restOf({ duration, span, artifact, artifacts, reconnect, delivery, delivered }: Rest): Rest | undefined {
  if (!(duration !== undefined || span || artifact || artifacts || reconnect || delivery || delivered)) {
    return undefined;
  }
  const rest: Rest = {};
  if (duration !== undefined) rest.duration = duration;
  if (span) rest.span = span;
  if (artifact) rest.artifact = artifact;
  if (artifacts) rest.artifacts = artifacts;
  if (reconnect) rest.reconnect = reconnect;
  if (delivery) rest.delivery = delivery;
  if (delivered) rest.delivered = delivered;
  return rest;
}

const isOf = (row: Row, shape: Row): boolean =>
  row.lane === shape.lane &&
  row.kind === shape.kind &&
  row.exchange === shape.exchange &&
  row.agent === shape.agent &&
  row.context === shape.context &&
  row.task === shape.task &&
  row.state === shape.state &&
  row.name === shape.name &&
  row.status === shape.status &&
  row.stream === shape.stream &&
  (row.message === undefined) === (shape.message === undefined) &&
  row.message?.role === shape.message?.role &&
  sameMarks(row.marks, shape.marks);

function sameMarks(marks: RowMarks | undefined, shape: RowMarks | undefined): boolean {
  if (marks === undefined || shape === undefined) return marks === shape;
  return (
    marks.severity === shape.severity &&
    marks.findings === shape.findings &&
    marks.cut === shape.cut &&
    marks.lens === shape.lens &&
    marks.codes?.join(' ') === shape.codes?.join(' ')
  );
}
