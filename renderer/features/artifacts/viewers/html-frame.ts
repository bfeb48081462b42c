/** Nothing is loaded and nothing runs; styles of the page itself are all it has. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; media-src data:";

/** Elements that run, load, refresh, or hold another page. */
const REFUSED = 'script, noscript, link, meta, base, iframe, frame, frameset, object, embed, applet, portal, template';
/** Attributes that hold an address. */
const ADDRESSES = new Set([
  'action',
  'archive',
  'background',
  'cite',
  'classid',
  'codebase',
  'data',
  'formaction',
  'href',
  'longdesc',
  'manifest',
  'ping',
  'poster',
  'profile',
  'src',
  'srcset',
  'usemap',
  'xlink:href',
]);

export interface HtmlPage {
  /** For `srcdoc`. */
  html: string;
  /** Elements and attributes that were left out. */
  removed: number;
}

/**
 * A page without everything that could reach out of its frame. The frame has no scripts and no network by its sandbox and
 * its policy; what is taken out here is what neither of them governs, such as looking up the name of a host in advance.
 */
export function inertPage(source: string): HtmlPage {
  const page = new DOMParser().parseFromString(source, 'text/html');
  let removed = 0;
  for (const element of page.querySelectorAll(REFUSED)) {
    element.remove();
    removed++;
  }
  for (const element of page.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes]) {
      const lower = name.toLowerCase();
      const address = ADDRESSES.has(lower) && !/^\s*(?:data:image\/(?:png|jpeg|gif|webp);|#)/i.test(value);
      if (!lower.startsWith('on') && lower !== 'autofocus' && !address) continue;
      element.removeAttribute(name);
      removed++;
    }
  }
  const policy = page.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = POLICY;
  page.head.prepend(policy);
  return { html: `<!doctype html>${page.documentElement.outerHTML}`, removed };
}
