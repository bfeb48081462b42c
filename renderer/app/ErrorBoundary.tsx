import { Component, type ErrorInfo, type ReactNode } from 'react';
import { t } from '../strings/index.ts';
import { Button } from '../ui/Button.tsx';
import { copyText } from '../ui/Copy.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';

interface Props {
  /** Part of the window, for the report and the test contract. */
  panel: string;
  /** Another value is another try: what failed for one row may work for the next. */
  about?: unknown;
  children: ReactNode;
}

interface State {
  error?: unknown;
  stack?: string;
}

/** Keeps a fault of one panel within the panel. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override componentDidCatch(_error: unknown, info: ErrorInfo): void {
    this.setState({ stack: info.componentStack ?? '' });
  }

  override componentDidUpdate(before: Props): void {
    if (before.about !== this.props.about && this.state.error !== undefined)
      this.setState({ error: undefined, stack: undefined });
  }

  override render(): ReactNode {
    const { error, stack } = this.state;
    if (error === undefined) return this.props.children;
    const report = reportOf(this.props.panel, error, stack);
    return (
      <ErrorNotice panel={this.props.panel} title={t('failure.title')} raw={messageOf(error)}>
        <p>{t('failure.explain')}</p>
        <p className="hflex">
          <Button size="s" icon="copy" onClick={() => void copyText(report)}>
            {t('failure.report')}
          </Button>
          <Button size="s" onClick={() => this.setState({ error: undefined, stack: undefined })}>
            {t('failure.again')}
          </Button>
        </p>
      </ErrorNotice>
    );
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Names of code only: neither rows nor addresses are part of a report. */
const reportOf = (panel: string, error: unknown, stack = ''): string =>
  [
    `panel ${panel}`,
    navigator.userAgent,
    error instanceof Error ? (error.stack ?? error.message) : String(error),
    stack,
  ].join('\n');
