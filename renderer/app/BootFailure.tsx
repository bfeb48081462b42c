import { CallError } from '../state/bridge.ts';
import { t } from '../strings/index.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';

/** The page has no engine to talk to. */
export const BootFailure = ({ error }: { error: unknown }) => (
  <main className="boot-failure">
    <ErrorNotice
      panel="app"
      title={t('boot.failed')}
      {...(error instanceof CallError ? {} : { raw: error instanceof Error ? (error.stack ?? error.message) : '' })}
    >
      <p>{error instanceof CallError ? error.message : t('failure.explain')}</p>
      <p>
        <Button onClick={() => location.reload()}>{t('action.retry')}</Button>
      </p>
    </ErrorNotice>
  </main>
);
