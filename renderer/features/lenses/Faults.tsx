import type { LensIssue } from '../../../shared/contract/lenses.ts';
import { t } from '../../strings/index.ts';
import { Icon } from '../../ui/Icon.tsx';
import { showHidden } from '../../ui/text.ts';

interface FaultsProps {
  issues: readonly LensIssue[];
  /** Goes to the place in the text. */
  onShow?(issue: LensIssue): void;
}

/** What is wrong with a lens file, and where. */
export const Faults = ({ issues, onShow }: FaultsProps) => (
  <ul className="lens-faults">
    {issues.map((issue, index) => {
      const place = t('lens.fault.at', { line: issue.line, column: issue.column });
      return (
        <li
          key={index}
          className="hflex"
          data-testid="lens-fault"
          data-severity={issue.severity}
          data-pointer={issue.pointer}
        >
          <Icon name="triangle" className={issue.severity === 'error' ? 'tone-danger' : 'tone-warn'} />
          <span className="grow">
            {showHidden(issue.message)}{' '}
            {issue.pointer ? <span className="mono t3">{showHidden(issue.pointer)}</span> : null}
          </span>
          {onShow ? (
            <button type="button" className="link" onClick={() => onShow(issue)}>
              {place}
            </button>
          ) : (
            <span className="t3">{place}</span>
          )}
        </li>
      );
    })}
  </ul>
);
