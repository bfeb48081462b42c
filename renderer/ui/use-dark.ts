import { useSyncExternalStore } from 'react';

const light = '(prefers-color-scheme: light)';

function subscribe(changed: () => void): () => void {
  const media = matchMedia(light);
  media.addEventListener('change', changed);
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => {
    media.removeEventListener('change', changed);
    observer.disconnect();
  };
}

const isDark = (): boolean => {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === 'dark' : !matchMedia(light).matches;
};

/** True while the dark theme is on screen, chosen or by the system. */
export const useDark = (): boolean => useSyncExternalStore(subscribe, isDark);
