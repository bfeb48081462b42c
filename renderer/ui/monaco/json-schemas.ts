import { jsonDefaults } from 'monaco-editor/languages/features/json/register';

/**
 * Gives the JSON texts whose addresses end in `ending` a schema, for completion and for the words on hover. Faults are
 * found by whoever reads such a text, who can say more than a schema.
 */
export function addJsonSchema(ending: string, schema: object): void {
  const options = jsonDefaults.diagnosticsOptions;
  const uri = `schema://loupe/${ending}`;
  const others = (options.schemas ?? []).filter((one) => one.uri !== uri);
  jsonDefaults.setDiagnosticsOptions({
    ...options,
    schemaValidation: 'ignore',
    schemas: [...others, { uri, fileMatch: [`*${ending}`], schema }],
  });
}
