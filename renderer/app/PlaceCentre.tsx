import { type ReactNode, useDeferredValue } from 'react';
import { Composer } from '../features/composer/Composer.tsx';
import { COMPOSER } from '../state/arrange.ts';
import { keepLayout, useLayout } from '../state/layout.ts';
import { useLogSession } from '../state/log.ts';
import type { PanelDeclaration } from '../state/panel.ts';
import { useAppInfo } from '../state/queries.ts';
import { chooseTab, type Place, tabGroup, useSelection } from '../state/selection.ts';
import { t } from '../strings/index.ts';
import { Splitter } from '../ui/Splitter.tsx';
import { type TabItem, Tabs } from '../ui/Tabs.tsx';
import { CancelNotice } from './CancelNotice.tsx';
import { CentreHead } from './CentreHead.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { KeptFoot } from './KeptFoot.tsx';
import { LiveState } from './LiveState.tsx';
import { panelOf, panelsOf } from './panels.ts';

/** The centre of an agent, a context, a task or the session: its heading, its tabs and the composer. */
export function PlaceCentre({ place, edge }: { place: Place; edge: ReactNode }) {
  const chosen = useSelection((selection) => selection.tabs[tabGroup(selection.place)]);
  const session = useLogSession();
  const panels = panelsOf(place);
  const panel = panelOf(place, chosen);
  if (!panel) return null;
  const { Component } = panel;
  return (
    <main className="main" id="main" data-pane="main">
      <CentreHead place={place} />
      <TabRow place={place} panels={panels} selected={panel.id} />
      <CancelNotice place={place} />
      <div className="centre-panel" role="tabpanel" id="centre-panel" aria-labelledby={`centre-tab-${panel.id}`}>
        <ErrorBoundary panel={panel.id} about={place} key={`${panel.id} ${session}`}>
          <Component place={place} />
        </ErrorBoundary>
      </div>
      <Foot />
      {edge}
    </main>
  );
}

interface TabRowProps {
  place: Place;
  panels: readonly PanelDeclaration[];
  selected: string;
}

function TabRow({ place, panels, selected }: TabRowProps) {
  return (
    <CountedTabs place={place} panels={panels} items={[]} at={0}>
      {(items) => (
        <Tabs
          items={items}
          selected={selected}
          label={t('centre.tabs')}
          moreLabel={t('centre.tabs.more')}
          idBase="centre"
          onSelect={chooseTab}
        >
          <LiveState place={place} />
        </Tabs>
      )}
    </CountedTabs>
  );
}

interface CountedTabsProps {
  place: Place;
  panels: readonly PanelDeclaration[];
  items: readonly TabItem[];
  at: number;
  children(items: readonly TabItem[]): ReactNode;
}

/** One level per panel, because a count is a hook of its panel and hooks must not run in a loop. */
function CountedTabs(props: CountedTabsProps) {
  const panel = props.panels[props.at];
  return panel ? <CountedTab key={panel.id} {...props} panel={panel} /> : props.children(props.items);
}

const none = () => undefined;

function CountedTab({ panel, ...props }: CountedTabsProps & { panel: PanelDeclaration }) {
  const useCount = panel.useCount ?? none;
  const useMark = panel.useMark ?? none;
  const count = useCount(props.place);
  const mark = useMark(props.place);
  const item = {
    id: panel.id,
    label: t(panel.title),
    ...(count === undefined ? {} : { count }),
    ...(mark ? { mark: { icon: mark.icon, word: t(mark.word) } } : {}),
  };
  return <CountedTabs {...props} items={[...props.items, item]} at={props.at + 1} />;
}

/** Below a live session: the composer. Below a kept one: the way back. */
function Foot() {
  const shown = useLogSession();
  const live = useAppInfo().data?.liveSession;
  const { composer } = useLayout();
  // What was asked for is above it, and is drawn first; its room is kept.
  const drawn = useDeferredValue(true, false);
  if (live !== undefined && shown !== live) return <KeptFoot />;
  return (
    <>
      <Splitter
        axis="y"
        label={t('pane.composer')}
        size={composer.height}
        min={composer.min}
        max={composer.max}
        direction={-1}
        onSize={(height) => keepLayout({ composer: height })}
        onReset={() => keepLayout({ composer: COMPOSER.size })}
      />
      <div className="composer-dock" data-form={composer.form} style={{ minHeight: composer.height }}>
        {drawn ? (
          <ErrorBoundary panel="composer">
            <Composer />
          </ErrorBoundary>
        ) : null}
      </div>
    </>
  );
}
