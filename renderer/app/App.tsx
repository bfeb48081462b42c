import type { InspectorView } from '../features/inspector/Inspector.tsx';
import { Wire } from '../features/wire/Wire.tsx';
import { INSPECTOR, type Layout, RAIL, WIRE } from '../state/arrange.ts';
import { closeOverlays, keepLayout, showInspector, toggleWire, useLayout } from '../state/layout.ts';
import { useLogSession } from '../state/log.ts';
import { useAppInfo, useVault } from '../state/queries.ts';
import { useSelection } from '../state/selection.ts';
import { useSettings } from '../state/settings.ts';
import { t } from '../strings/index.ts';
import { Splitter } from '../ui/Splitter.tsx';
import { useDark } from '../ui/use-dark.ts';
import { useSettled } from './after-start.ts';
import { Centre } from './Centre.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { chooseInspectorView, INSPECTOR_VIEWS } from './inspector-view.ts';
import { hintOf } from './keys.ts';
import { Layers } from './Layers.tsx';
import { LiveRegion } from './LiveRegion.tsx';
import { Dialogs, Inspector } from './laters.ts';
import { focusPane, skipToTimeline } from './panes.ts';
import { Rail, RailStrip } from './Rail.tsx';
import { showInTimeline } from './show-in-timeline.ts';
import { TopBar } from './TopBar.tsx';
import { useGlobalKeys } from './use-global-keys.ts';

/** The window: what it is about at the left, the thing itself in the middle, one row explained at the right. */
export function App() {
  const layout = useLayout();
  const info = useAppInfo().data;
  const vault = useVault().data;
  const shown = useLogSession();
  const dark = useDark();
  const settled = useSettled();
  useGlobalKeys();
  const { rail, inspector } = layout;
  return (
    <div
      className="app"
      data-testid="app"
      data-host={info?.host}
      data-theme={dark ? 'dark' : 'light'}
      data-capture={info?.liveSession === shown ? 'recording' : 'playback'}
      data-vault={vault?.kind ?? info?.capabilities.vault}
      data-vault-locked={vault?.locked}
      style={{ '--wire': `${layout.wire.height}px` } as React.CSSProperties}
    >
      <button type="button" className="skip" onClick={skipToTimeline}>
        {t('app.skip')}
      </button>
      <TopBar />
      <div className="body" data-inspector={inspector.form} style={columnsOf(layout)}>
        {rail.form === 'full' ? (
          <Rail edge={<RailEdge layout={layout} />} />
        ) : (
          <RailStrip narrow={rail.narrow} over={rail.over} />
        )}
        <Centre edge={<InspectorEdge layout={layout} />} />
        {inspector.form === 'closed' ? null : <InspectorPane form={inspector.form} />}
        {rail.over ? (
          <div className="over-rail" data-over="" ref={focusOver}>
            <Rail />
          </div>
        ) : null}
        {rail.over || inspector.form === 'overlay' ? (
          <div className="over-scrim" onPointerDown={closeOverlays} />
        ) : null}
      </div>
      <ErrorBoundary panel="wire">
        <Wire
          open={layout.wire.form === 'open'}
          fits={layout.wire.fits}
          narrow={layout.windowClass !== 'wide'}
          keys={hintOf('wire')}
          edge={<WireEdge layout={layout} />}
          onToggle={toggleWire}
          onTimeline={showInTimeline}
        />
      </ErrorBoundary>
      <Layers />
      {settled ? <Dialogs /> : null}
      <LiveRegion />
    </div>
  );
}

/** What was opened over the centre takes the focus, so that keys go on in it. */
const focusOver = (element: HTMLElement | null): void => {
  if (element) focusPane('rail');
};

function columnsOf({ rail, inspector }: Layout): React.CSSProperties {
  const side = inspector.form === 'side' ? ` ${inspector.size}px` : '';
  const docked = inspector.form === 'docked' ? ` ${inspector.size}px` : '';
  return {
    gridTemplateColumns: `${rail.width}px minmax(0, 1fr)${side}`,
    gridTemplateRows: `minmax(0, 1fr)${docked}`,
  };
}

const RailEdge = ({ layout: { rail } }: { layout: Layout }) => (
  <Splitter
    axis="x"
    label={t('pane.rail')}
    size={rail.width}
    min={RAIL.min}
    max={rail.max}
    direction={1}
    onSize={(width) => keepLayout({ rail: width })}
    onReset={() => keepLayout({ rail: RAIL.size })}
  />
);

const WireEdge = ({ layout: { wire } }: { layout: Layout }) => (
  <Splitter
    axis="y"
    label={t('pane.wire')}
    size={wire.height}
    min={wire.min}
    max={wire.max}
    direction={-1}
    onSize={(size) => keepLayout({ wire: size })}
    onReset={() => keepLayout({ wire: WIRE.size })}
  />
);

function InspectorEdge({ layout: { inspector } }: { layout: Layout }) {
  const docked = inspector.form === 'docked';
  if (!docked && inspector.form !== 'side') return null;
  return (
    <Splitter
      axis={docked ? 'y' : 'x'}
      label={t('pane.inspector')}
      size={inspector.size}
      min={inspector.min}
      max={inspector.max}
      direction={-1}
      onSize={(size) => keepLayout({ inspector: size })}
      onReset={() => keepLayout({ inspector: docked ? undefined : INSPECTOR.size })}
    />
  );
}

function InspectorPane({ form }: { form: Layout['inspector']['form'] }) {
  const kept = useSettings((settings) => settings.tabs.inspector);
  const seq = useSelection((selection) => selection.seq);
  const view = INSPECTOR_VIEWS.find((one) => one === kept) ?? 'rendered';
  return (
    <div className={`inspector-pane inspector-${form}`} data-pane="inspector">
      <ErrorBoundary panel="inspector" about={seq}>
        <Inspector
          view={view}
          onView={(next: InspectorView) => chooseInspectorView(next)}
          onClose={() => showInspector(false)}
        />
      </ErrorBoundary>
    </div>
  );
}
