import { picture, type Write } from './artifact-agent.ts';
import { pdfFile } from './pdf-file.ts';

const base64 = (bytes: Buffer): string => bytes.toString('base64');

/** Files for every kind of comparison, and PDFs of every kind. */
export function viewWrites(leak: string): Write[] {
  const whole = (artifactId: string, name: string, part: Record<string, unknown>): Write => ({
    artifactId,
    name,
    parts: [part],
    lastChunk: true,
  });
  const report = (data: unknown) => whole('report', 'report.json', { data, mediaType: 'application/json' });
  const image = (marked: number) =>
    whole('chart', 'chart.png', { raw: base64(picture(marked)), mediaType: 'image/png' });
  const pdf = (artifactId: string, bytes: Buffer) =>
    whole(artifactId, `${artifactId}.pdf`, { raw: base64(bytes), mediaType: 'application/pdf' });
  const resource = (id: string, cost: number) => ({ id, cost, zone: 'h' });
  return [
    report({
      title: 'Draft',
      region: 'cn-hangzhou',
      resources: [resource('vpc', 0), resource('ecs', 12), resource('slb', 5)],
    }),
    report({
      title: 'Plan',
      count: 3,
      resources: [resource('slb', 5), resource('vpc', 0), resource('ecs', 15)],
      region: 7,
    }),
    image(0),
    image(10),
    whole('other', 'other.png', { raw: base64(picture(3)), mediaType: 'image/png' }),
    whole('notes', 'notes.txt', { text: 'notes', mediaType: 'text/plain' }),
    pdf('paper', pdfFile({ pages: 40, leak })),
    pdf('locked', pdfFile({ locked: true })),
    pdf('broken', Buffer.from('%PDF-1.7\nnothing\n%%EOF\n')),
  ];
}
