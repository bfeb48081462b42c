import type { ReactNode } from 'react';
import { Code } from './Code.tsx';
import { Icon } from './Icon.tsx';

interface NoticeProps {
  /** Panel the notice stands for; part of the test contract. */
  panel: string;
  children: ReactNode;
}

/** Says what to do next where there is nothing yet. */
export const Empty = ({ panel, children }: NoticeProps) => (
  <div className="notice" data-testid="empty" data-for={panel}>
    {children}
  </div>
);

export const Loading = ({ panel, children }: NoticeProps) => (
  <div className="notice" data-testid="loading" data-for={panel} role="status">
    {children}
  </div>
);

interface ErrorNoticeProps extends NoticeProps {
  title: string;
  /** The raw answer, shown below. */
  raw?: string;
}

/** What happened, then what to do, then the raw answer. */
export const ErrorNotice = ({ panel, title, raw, children }: ErrorNoticeProps) => (
  <div className="notice notice-error" data-testid="error" data-for={panel} role="alert">
    <div className="notice-title">
      <Icon name="triangle" />
      <span>{title}</span>
    </div>
    {children}
    {raw ? <Code>{raw}</Code> : null}
  </div>
);
