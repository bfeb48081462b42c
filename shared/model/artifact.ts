import type { JsonObject } from '../lib/json.ts';
import type { Part } from './message.ts';

export interface Artifact {
  artifactId: string;
  name?: string;
  description?: string;
  parts: Part[];
  metadata?: JsonObject;
  extensions?: string[];
}
