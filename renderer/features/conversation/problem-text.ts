import { t } from '../../strings/index.ts';
import type { SchemaProblem } from './schema-check.ts';

/** What has to be corrected about an answer, in a sentence. */
export function problemText({ why, limit = 0, wanted = '' }: SchemaProblem): string {
  switch (why) {
    case 'min':
    case 'minLength':
    case 'minItems':
      return t(`conversation.form.bad.${why}`, { min: limit });
    case 'max':
    case 'maxLength':
    case 'maxItems':
      return t(`conversation.form.bad.${why}`, { max: limit });
    case 'type':
    case 'pattern':
    case 'format':
      return t(`conversation.form.bad.${why}`, { wanted });
    default:
      return t(`conversation.form.bad.${why}`);
  }
}
