import { refused } from '../../../shared/lib/result.ts';
import { parseHttpUrl } from '../http/client.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

export const linksHandlers = (parts: HandlerParts): HandlersOf<'links'> => ({
  'links.open': ({ url }) => {
    if (!parseHttpUrl(url)) return refused('bad-input', 'Only http and https links are opened.');
    const { openExternal } = parts.options;
    return openExternal ? openExternal(url) : refused('not-supported', 'This host opens no links.');
  },
});
