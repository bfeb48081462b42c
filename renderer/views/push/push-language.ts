import type { DialectId } from '../../../shared/model/entry.ts';
import { addJsonSchema } from '../../ui/monaco/json-schemas.ts';
import { pushSchema } from './schema.ts';

const DIALECTS: readonly DialectId[] = ['1.0', '0.3'];

const endingOf = (dialect: DialectId): string => `.push-${dialect.replace('.', '-')}.json`;

export const addressOf = (dialect: DialectId): string => `push://text/edited${endingOf(dialect)}`;

for (const dialect of DIALECTS) addJsonSchema(endingOf(dialect), pushSchema(dialect));
