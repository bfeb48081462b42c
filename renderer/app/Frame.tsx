import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '../state/queries.ts';
import { TopBar } from './TopBar.tsx';

/**
 * The window before anything of it is known: what is the same in every place. The build writes it into the page, and
 * {@link App} takes its place. Nothing in it can be used yet.
 * @public
 */
export const Frame = () => (
  <QueryClientProvider client={queryClient}>
    <div className="app app-frame" inert>
      <TopBar />
      <div className="body">
        <div className="rail" />
        <div className="main" />
      </div>
      <div className="wirebar" />
    </div>
  </QueryClientProvider>
);
