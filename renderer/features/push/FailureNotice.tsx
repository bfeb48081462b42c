import { hasString, t } from '../../strings/index.ts';
import { A2AErrorNotice, TroubleNotice } from '../../views/Trouble.tsx';
import type { Failure } from './store.ts';

/** Why an operation on configurations failed, and what that means for push. */
export function FailureNotice({ failure, agent }: { failure: Failure; agent: string }) {
  const { a2a } = failure;
  const key = `push.try.${a2a?.code}`;
  return (
    <div className="push-failure" data-code={a2a?.code ?? failure.code}>
      {a2a ? (
        <A2AErrorNotice panel="push" error={a2a} agent={agent} />
      ) : (
        <TroubleNotice panel="push" trouble={failure} agent={agent} />
      )}
      {hasString(key) ? <p className="hint">{t(key)}</p> : null}
    </div>
  );
}
