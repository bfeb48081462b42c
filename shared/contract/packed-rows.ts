import type { Row, RowMarks } from '../model/row.ts';
import type { FeedBatch } from './views.ts';

/** What a row has beside its shape; 0 stands for an absent text. In this order, one row behind the other. */
type Cell = number | string | Rest | 0;
/** Seq, at, shape, text, size, message id, fold, timestamp, rest. */
const CELLS = 9;

/** What few rows have. */
type Rest = Pick<Row, 'duration' | 'span' | 'artifact' | 'artifacts' | 'reconnect' | 'delivery' | 'delivered'>;

/** Rows on their way to a page: neighbours mostly have the same agent, task, kind and so on, which go out once. */
export interface PackedRows {
  /** Rows without what differs from one to the next. */
  shapes: Row[];
  cells: Cell[];
}

/** Fewer rows than this go as they are. */
const PACK_ROWS = 32;
/** Shapes that a row is compared with, the newest first: streams side by side take turns. */
const COMPARED_SHAPES = 8;

/** The same batch in the form in which a host sends it. */
export function packBatch(batch: FeedBatch): FeedBatch {
  return batch.rows.length < PACK_ROWS ? batch : { ...batch, rows: [], packed: packRows(batch.rows) };
}

/** The batch that was packed. */
export function unpackBatch(batch: FeedBatch): FeedBatch {
  if (!batch.packed) return batch;
  const { packed, ...rest } = batch;
  return { ...rest, rows: unpackRows(packed) };
}

export function packRows(rows: readonly Row[]): PackedRows {
  const shapes: Row[] = [];
  const cells: Cell[] = [];
  for (const row of rows) {
    let shape = shapes.length - 1;
    const oldest = Math.max(0, shapes.length - COMPARED_SHAPES);
    while (shape >= oldest && !isOf(row, shapes[shape] as Row)) shape -= 1;
    if (shape < oldest) {
      shape = shapes.length;
      shapes.push(shapeOf(row));
    }
    const fold = row.marks?.fold;
    cells.push(row.seq, row.at, shape, row.text, row.size, row.message?.id ?? 0);
    cells.push(fold ?? 0, row.timestamp ?? 0, restOf(row) ?? 0);
  }
  return { shapes, cells };
}

/** Rows of one shape share its texts; those of one message share its object too. */
export function unpackRows({ shapes, cells }: PackedRows): Row[] {
  const rows: Row[] = [];
  let before: Row | undefined;
  let beforeShape = -1;
  for (let at = 0; at + CELLS <= cells.length; at += CELLS) {
    const shape = cells[at + 2] as number;
    const row: Row = { ...(shapes[shape] as Row) };
    row.seq = cells[at] as number;
    row.at = cells[at + 1] as number;
    row.text = cells[at + 3] as string;
    row.size = cells[at + 4] as number;
    const known = shape === beforeShape ? before : undefined;
    const id = cells[at + 5] as string | 0;
    if (id !== 0) row.message = known?.message?.id === id ? known.message : { id, ...row.message };
    const fold = cells[at + 6] as string | 0;
    if (fold !== 0) row.marks = known?.marks?.fold === fold ? known.marks : { ...row.marks, fold };
    const timestamp = cells[at + 7] as string | 0;
    if (timestamp !== 0) row.timestamp = timestamp;
    const rest = cells[at + 8] as Rest | 0;
    if (rest !== 0) Object.assign(row, rest);
    rows.push(row);
    before = row;
    beforeShape = shape;
  }
  return rows;
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

function restOf({ duration, span, artifact, artifacts, reconnect, delivery, delivered }: Row): Rest | undefined {
  if (!(duration !== undefined || span || artifact || artifacts || reconnect || delivery || delivered))
    return undefined;
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
