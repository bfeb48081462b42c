const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?(\/|$)/i;

/** What was typed, with a scheme: plain HTTP on this computer, HTTPS everywhere else. */
export function withScheme(typed: string): string {
  const text = typed.trim();
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  return `${LOOPBACK.test(text) ? 'http' : 'https'}://${text}`;
}

/** Host and port of an address; the text itself when it has none. */
export function hostOf(url: string): string {
  const match = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(url);
  return match?.[1] ?? url;
}
