import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { loadAfterStart } from './app/after-start.ts';
import { BootFailure } from './app/BootFailure.tsx';
import { boot } from './app/boot.ts';
import { queryClient } from './state/queries.ts';

const root = createRoot(document.getElementById('root') as HTMLElement);

boot().then(
  () => {
    root.render(
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>,
    );
    void loadAfterStart();
  },
  (error: unknown) => root.render(<BootFailure error={error} />),
);
