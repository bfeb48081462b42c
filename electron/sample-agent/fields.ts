import type { Violation } from './failures.ts';
import { isJsonObject, type JsonObject } from './model.ts';

/**
 * Reads typed members of an untrusted JSON object. A wrong member is written to the shared `violations` list and read as
 * unset, so that one answer can name every fault. `null` and `""` count as unset (ProtoJSON defaults).
 */
export class Fields {
  private readonly source: JsonObject;
  private readonly path: string;
  readonly violations: Violation[];

  constructor(source: JsonObject, path = '', violations: Violation[] = []) {
    this.source = source;
    this.path = path;
    this.violations = violations;
  }

  /** Notes a fault of member `key`; an empty key blames the object itself. */
  blame(key: string, description: string): void {
    this.violations.push({ field: this.at(key), description });
  }

  /** True when the member is written at all, be it null or empty. */
  has(key: string): boolean {
    return this.raw(key) !== undefined;
  }

  /** The member as it stands, under its camelCase or its snake_case name (a ProtoJSON reader takes both). */
  raw(key: string): unknown {
    if (key in this.source) return this.source[key];
    return this.source[key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
  }

  text(key: string): string | undefined {
    const value = this.raw(key);
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value === 'string') return value;
    this.blame(key, 'Must be a string.');
    return undefined;
  }

  requiredText(key: string): string {
    const before = this.violations.length;
    const value = this.text(key);
    if (value === undefined && this.violations.length === before) this.blame(key, 'Field is required.');
    return value ?? '';
  }

  /** A whole number, not negative. */
  count(key: string): number | undefined {
    const value = this.raw(key);
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
    this.blame(key, 'Must be a whole number, 0 or more.');
    return undefined;
  }

  flag(key: string): boolean | undefined {
    const value = this.raw(key);
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'boolean') return value;
    this.blame(key, 'Must be true or false.');
    return undefined;
  }

  object(key: string): JsonObject | undefined {
    const value = this.raw(key);
    if (value === undefined || value === null) return undefined;
    if (isJsonObject(value)) return value;
    this.blame(key, 'Must be an object.');
    return undefined;
  }

  texts(key: string): string[] | undefined {
    const value = this.raw(key);
    if (value === undefined || value === null) return undefined;
    if (Array.isArray(value) && value.every((one): one is string => typeof one === 'string')) return value;
    this.blame(key, 'Must be a list of strings.');
    return undefined;
  }

  child(key: string): Fields | undefined {
    const value = this.object(key);
    return value && new Fields(value, this.at(key), this.violations);
  }

  requiredChild(key: string): Fields | undefined {
    if (this.raw(key) === undefined || this.raw(key) === null) this.blame(key, 'Field is required.');
    return this.child(key);
  }

  /** The members of a list of objects; anything else in it is blamed and left out. */
  children(key: string): Fields[] {
    const value = this.raw(key);
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) {
      this.blame(key, 'Must be a list.');
      return [];
    }
    return value.flatMap((one: unknown, index) => {
      if (isJsonObject(one)) return [new Fields(one, `${this.at(key)}[${index}]`, this.violations)];
      this.blame(`${key}[${index}]`, 'Must be an object.');
      return [];
    });
  }

  private at(key: string): string {
    if (!key) return this.path;
    return this.path ? `${this.path}.${key}` : key;
  }
}
