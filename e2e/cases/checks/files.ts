import { fileOf } from '../../../shared/a2a/reduce/part-file.ts';
import { type Check, differences } from './check.ts';
import { taskOf } from './events.ts';

/** Files in the task's artifacts, then those in messages, in order. */
export const files: Check = (wanted: unknown[], { played }) => {
  const artifacts = taskOf(played)?.artifacts.flatMap(({ content }) => content) ?? [];
  const said = played.steps.flatMap(({ outcome }) => outcome.events);
  const messages = said.filter(({ type }) => type !== 'artifactUpdate').flatMap(({ parts }) => parts ?? []);
  const found = [...artifacts, ...messages].flatMap((part) => {
    const file = fileOf(part);
    return file ? [{ ...file, type: file.mediaType }] : [];
  });
  return differences('files', wanted, found);
};
