import type { ReactNode } from 'react';
import { Start } from '../features/start/Start.tsx';
import { useSelection } from '../state/selection.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { PlaceCentre } from './laters.ts';

/** Shows what the rail has chosen. */
export function Centre({ edge }: { edge: ReactNode }) {
  const place = useSelection((selection) => selection.place);
  if (place.kind === 'start') {
    return (
      <main className="main" id="main" data-pane="main">
        <ErrorBoundary panel="start">
          <Start />
        </ErrorBoundary>
      </main>
    );
  }
  return (
    <ErrorBoundary panel="main" about={place}>
      <PlaceCentre place={place} edge={edge} />
    </ErrorBoundary>
  );
}
