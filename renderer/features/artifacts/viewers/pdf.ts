import {
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  type RenderTask,
  TextLayer,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import ReaderWorker from 'pdfjs-dist/legacy/build/pdf.worker.mjs?worker';
import type { PageSize } from './pdf-pages.ts';

/** Why a PDF is not drawn. */
export type PdfTrouble = 'encrypted' | 'broken';

/** Pixels of a picture inside a PDF; a larger one is left out. */
const PICTURE_PIXELS = 64 * 1024 * 1024;
/** Pixels of one page on screen; above that it is drawn coarser. */
const PAGE_PIXELS = 16 * 1024 * 1024;

export interface Pdf {
  pages: number;
  /** Size of a page in CSS pixels at 100 %, counted from 0. */
  sizeOf(index: number): Promise<PageSize>;
  /** Draws a page and the text over it; ends early once `signal` says so. False when the page is broken. */
  draw(
    index: number,
    scale: number,
    canvas: HTMLCanvasElement,
    text: HTMLElement,
    signal: AbortSignal,
  ): Promise<boolean>;
  close(): void;
}

/** CSS pixels of a PDF point. */
const PX_PER_POINT = 96 / 72;

/**
 * Opens a PDF. It is read in a worker; its scripts and forms are not run, its links are not made, and nothing is fetched:
 * neither character maps nor fonts that it does not bring along.
 */
export async function openPdf(bytes: Uint8Array): Promise<Pdf | PdfTrouble> {
  const thread = new ReaderWorker();
  const worker = PDFWorker.create({ port: thread, verbosity: VerbosityLevel.ERRORS });
  // The bytes are handed over to the worker, and other forms still need them.
  const task = getDocument({
    data: bytes.slice(),
    worker,
    isEvalSupported: false,
    enableXfa: false,
    useWasm: false,
    useWorkerFetch: false,
    maxImageSize: PICTURE_PIXELS,
    verbosity: VerbosityLevel.ERRORS,
  });
  const close = () => {
    void task.destroy();
    worker.destroy();
    thread.terminate();
  };
  let asked = false;
  task.onPassword = () => {
    asked = true;
    close();
  };
  // A worker that does not start leaves the task waiting.
  const failed = new Promise<never>((_, reject) => {
    thread.onerror = () => reject(new Error('The reader of PDFs does not start'));
  });
  const waiting = new Promise<undefined>((resolve) => {
    const onPassword = task.onPassword as () => void;
    task.onPassword = () => {
      onPassword();
      resolve(undefined);
    };
  });
  try {
    const opened = await Promise.race([task.promise, waiting, failed]);
    return opened ? pdfOf(opened, close) : 'encrypted';
  } catch {
    close();
    return asked ? 'encrypted' : 'broken';
  }
}

function pdfOf(opened: PDFDocumentProxy, close: () => void): Pdf {
  const page = (index: number): Promise<PDFPageProxy> => opened.getPage(index + 1);
  return {
    pages: opened.numPages,
    close,
    async sizeOf(index) {
      const { width, height } = (await page(index)).getViewport({ scale: PX_PER_POINT });
      return { width, height };
    },
    async draw(index, scale, canvas, text, signal) {
      let task: RenderTask | undefined;
      signal.addEventListener('abort', () => task?.cancel());
      try {
        const one = await page(index);
        if (signal.aborted) return true;
        const viewport = one.getViewport({ scale: scale * PX_PER_POINT });
        const fine = Math.min(
          window.devicePixelRatio || 1,
          Math.sqrt(PAGE_PIXELS / Math.max(1, viewport.width * viewport.height)),
        );
        canvas.width = Math.max(1, Math.floor(viewport.width * fine));
        canvas.height = Math.max(1, Math.floor(viewport.height * fine));
        task = one.render({ canvas, viewport, transform: [fine, 0, 0, fine, 0, 0] });
        await task.promise;
        text.replaceChildren();
        text.style.setProperty('--total-scale-factor', String(scale * PX_PER_POINT));
        await new TextLayer({ textContentSource: await one.getTextContent(), container: text, viewport }).render();
        return true;
      } catch {
        return signal.aborted;
      }
    },
  };
}
