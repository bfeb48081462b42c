/** Milliseconds before its expiry at which a token is refreshed: a request with it still has to reach the agent. */
export const REFRESH_LEAD_MS = 30_000;

/** Whether a token is to be refreshed before its next use. One without an expiry is used until it is refused. */
export function needsRefresh(expires: string | undefined, now: number): boolean {
  if (expires === undefined) return false;
  const at = Date.parse(expires);
  return !Number.isNaN(at) && at - now <= REFRESH_LEAD_MS;
}
