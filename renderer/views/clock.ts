/** Wall clock for headings, 24 hours, local zone: `14:02:11` today, `3 Nov 14:02` on another day. */
export function clockText(epochMs: number, nowMs = Date.now()): string {
  const date = new Date(epochMs);
  if (Number.isNaN(date.getTime())) return '';
  const time = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
  if (date.toDateString() === new Date(nowMs).toDateString()) return time;
  return `${date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })} ${time.slice(0, 5)}`;
}
