import type { Dialect } from './dialect.ts';
import { dialect03 } from './v0-3.ts';
import { dialect10 } from './v1-0.ts';

/** Every version this agent speaks, newest first. */
export const dialects: readonly Dialect[] = [dialect10, dialect03];

/** Writes the errors of requests whose version is unknown. */
export const newestDialect: Dialect = dialect10;

/** The version meant by a request that names none (section 3.6.2). */
const implicitDialect: Dialect = dialect03;

/** Picks the dialect of an `A2A-Version` value; undefined for a version this agent does not speak. */
export function dialectFor(version: string | undefined): Dialect | undefined {
  const wanted = version?.trim();
  if (!wanted) return implicitDialect;
  return dialects.find((dialect) => dialect.version === wanted);
}
