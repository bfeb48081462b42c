import { t } from '../../strings/index.ts';
import { Code } from '../../ui/Code.tsx';
import { oneLine, showHidden } from '../../ui/text.ts';
import { OutsideLink } from '../../views/OutsideLink.tsx';

/** Origin of an address that a browser could open. */
function originOf(url: string): string | undefined {
  try {
    const { protocol, origin } = new URL(url);
    return protocol === 'http:' || protocol === 'https:' ? origin : undefined;
  } catch {
    return undefined;
  }
}

/** A file that did not come along: where it is. Nothing is fetched. */
export function LinkContent({ url }: { url: string }) {
  const origin = originOf(url);
  return (
    <div className="af-link af-pad" data-testid="artifact-link" data-origin={origin}>
      <p>{origin ? t('artifacts.link', { origin: oneLine(origin) }) : t('artifacts.link.other')}</p>
      <Code>{showHidden(url)}</Code>
      {origin ? <OutsideLink url={url}>{t('artifacts.link.open', { origin: oneLine(origin) })}</OutsideLink> : null}
    </div>
  );
}
