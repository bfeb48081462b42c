// All styles come with the page itself, so that what it is made of is drawn before any script has been read.
import './styles.ts';
import './app/app.css';

/** Something that keeps the page from drawing holds up its script for this long, ms. */
const FRAME_TIMEOUT_MS = 1_000;

/** Once the frame that the page came with is on screen: script that runs before would hold it back. */
const frameDrawn = new Promise<void>((resolve) => {
  // Nobody looks, so that nothing is drawn.
  if (document.visibilityState === 'hidden') resolve();
  new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true });
  setTimeout(resolve, FRAME_TIMEOUT_MS);
});

void frameDrawn.then(() => {
  window.loupe?.drawn();
  return import('./main.tsx');
});
