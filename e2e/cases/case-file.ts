import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { JsonObject } from '../../shared/lib/json.ts';

/** One thing the person does. */
export interface Step {
  do: string;
  text?: string;
  id?: string;
  taskId?: string;
  /** Of `listTasks`: every page. */
  all?: boolean;
  [key: string]: unknown;
}

/** Who calls, as cases write it. */
export interface CaseAuth {
  type: string;
  token?: string;
  username?: string;
  password?: string;
  value?: string;
  client_id?: string;
  client_secret?: string;
  token_url?: string;
  scopes?: string[];
  /** Kept over the end of the program, where there is a store. */
  remember?: boolean;
}

export interface ClientSide {
  connect_url: string;
  steps: Step[];
  auth?: CaseAuth;
  headers?: Record<string, string>;
  /** The answer to a question about another origin. */
  consent?: 'send' | 'without';
  settings?: Record<string, unknown>;
}

/** `case.json` of one folder: one fault, what the person does, and what is right. */
export interface CaseFile {
  id: string;
  kind: string;
  given: {
    summary: string;
    client: ClientSide;
    server?: JsonObject;
    environment?: JsonObject;
    webhook?: { registered_config?: JsonObject };
    /** What is entered one after the other in a step that says `each_of`. */
    editor_inputs?: JsonObject[];
  };
  expect: Record<string, unknown>;
}

export interface CaseFolder {
  folder: string;
  file: CaseFile;
}

const CASE_FILE = 'case.json';

const read = (folder: string): CaseFolder => {
  const file = JSON.parse(readFileSync(join(folder, CASE_FILE), 'utf8')) as CaseFile;
  return { folder, file: { ...file, id: file.id || basename(folder) } };
};

/** The cases below the given folders, each either a case itself or a folder of cases; throws when a file is no JSON. */
export function findCases(folders: readonly string[]): CaseFolder[] {
  return folders.flatMap((folder) => {
    if (existsSync(join(folder, CASE_FILE))) return [read(folder)];
    return readdirSync(folder)
      .sort()
      .map((name) => join(folder, name))
      .filter((path) => existsSync(join(path, CASE_FILE)))
      .map(read);
  });
}

/** What the placeholders of a case stand for. */
export interface Places {
  origin: string;
  originB: string;
  originPlain: string;
  port: number;
}

const PLACEHOLDER = /\{\{([A-Z_]+)(?::(\d+))?\}\}/g;

/** Replaces the placeholders of a text; unknown ones stay. `rpcId` as JSON text. */
export function fill(text: string, places: Places, rpcId = '1'): string {
  const values: Record<string, string> = {
    ORIGIN: places.origin,
    ORIGIN_B: places.originB,
    ORIGIN_PLAIN: places.originPlain,
    PORT: String(places.port),
    PORT_B: String(places.port + 1),
    PORT_CLOSED: String(places.port + 9),
    RPC_ID: rpcId,
  };
  return text.replace(PLACEHOLDER, (mark, name: string, count?: string) =>
    name === 'PAD' ? 'x'.repeat(Number(count)) : (values[name] ?? mark),
  );
}

/** Replaces the placeholders in every string of a value. */
export function fillAll<T>(value: T, places: Places): T {
  return JSON.parse(JSON.stringify(value), (_key, item: unknown) =>
    typeof item === 'string' ? fill(item, places) : item,
  ) as T;
}
