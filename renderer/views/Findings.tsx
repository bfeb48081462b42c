import type { Issue } from '../../shared/model/issue.ts';
import { Icon } from '../ui/Icon.tsx';

const LOOK = {
  error: { icon: 'triangle', tone: 'tone-danger' },
  warning: { icon: 'triangle', tone: 'tone-warn' },
  note: { icon: 'info', tone: 'tone-info' },
} as const;

/** Findings in words: the sentence, then rule, place and clause, then what to do. */
export const Findings = ({ issues }: { issues: readonly Issue[] }) => (
  <div className="vflex">
    {issues.map((issue, index) => (
      <div
        key={index}
        className="finding"
        data-testid="finding"
        data-rule={issue.code}
        data-severity={issue.severity}
        data-pointer={issue.pointer}
      >
        <Icon name={LOOK[issue.severity].icon} className={LOOK[issue.severity].tone} />
        <span>{issue.message}</span>
        <span className="finding-facts">
          <span className="mono">{issue.code}</span>
          {issue.pointer ? <span className="mono">{issue.pointer}</span> : null}
          {issue.clause ? <span>{issue.clause}</span> : null}
        </span>
        {issue.fix ? <span className="finding-facts">{issue.fix}</span> : null}
      </div>
    ))}
  </div>
);
