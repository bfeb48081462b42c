export interface PdfOptions {
  pages?: number;
  /** Address that its links, its scripts and its first page ask for. */
  leak?: string;
  /** A password is asked for that nobody has. */
  locked?: boolean;
}

/** A PDF with a line of text and a coloured box on each page. */
export function pdfFile({ pages = 3, leak = 'http://127.0.0.1:9/', locked = false }: PdfOptions = {}): Buffer {
  const FIRST_PAGE = 6;
  const objects: string[] = [
    '<< /Type /Catalog /Pages 2 0 R /OpenAction 4 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${Array.from({ length: pages }, (_, at) => `${FIRST_PAGE + at * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /S /JavaScript /JS (app.launchURL\\("${leak}/pdf-script"\\); this.ran = 1;) >>`,
    `<< /Type /Annot /Subtype /Link /Rect [0 0 612 792] /A << /S /URI /URI (${leak}/pdf-link) >> >>`,
  ];
  for (let page = 1; page <= pages; page++) {
    const drawing = `BT /F1 36 Tf 72 700 Td (Page ${page}) Tj ET 0.2 0.4 0.8 rg 72 100 300 200 re f`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${FIRST_PAGE + page * 2 - 1} 0 R /Annots [5 0 R] /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    );
  }
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = file.length;
  const key = '5a'.repeat(32);
  const lock = locked
    ? ` /ID [<${key}> <${key}>] /Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <${key}> /U <${key}> >>`
    : '';
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  file += offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${lock} >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
