import { languages } from 'monaco-editor/editor';
import { addJsonSchema } from '../../ui/monaco/json-schemas.ts';
import { oneLine } from '../../ui/text.ts';
import { pathsFor, stringAround } from './offered-paths.ts';
import { lensSchema } from './schema.ts';

/** Scheme of the addresses of texts that are lens files. */
const SCHEME = 'lens';
/** Characters of a value shown beside its path. */
const VALUE_CHARS = 40;

addJsonSchema('.lens.json', lensSchema());

languages.registerCompletionItemProvider('json', {
  triggerCharacters: ['"', '$', '@', '.', '['],
  provideCompletionItems(model, { lineNumber, column }) {
    if (model.uri.scheme !== SCHEME) return { suggestions: [] };
    const place = stringAround(model.getLineContent(lineNumber), column);
    if (place === undefined) return { suggestions: [] };
    const range = {
      startLineNumber: lineNumber,
      endLineNumber: lineNumber,
      startColumn: place.start,
      endColumn: place.end,
    };
    const items = /"items"\s*:\s*"([^"\\]+)"/.exec(model.getValue())?.[1];
    return {
      suggestions: pathsFor(items).map(({ path, value }, index) => ({
        label: { label: path, description: oneLine(JSON.stringify(value)).slice(0, VALUE_CHARS) },
        kind: languages.CompletionItemKind.Field,
        insertText: JSON.stringify(path).slice(1, -1),
        sortText: String(index).padStart(4, '0'),
        range,
      })),
    };
  },
});
