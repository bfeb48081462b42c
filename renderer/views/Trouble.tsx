import type { A2AError } from '../../shared/a2a/errors.ts';
import type { Trouble } from '../../shared/lib/result.ts';
import { consentOf } from '../state/consent.ts';
import { hasString, t } from '../strings/index.ts';
import { ErrorNotice } from '../ui/Notice.tsx';
import { DecideConsent, EnterCredentials } from './EnterCredentials.tsx';

/** HTTP answers that better credentials may change. */
const isGuarded = (status: number | undefined): boolean => status === 401 || status === 403;
/** The same in gRPC. */
const GUARDED_GRPC = ['UNAUTHENTICATED', 'PERMISSION_DENIED'];

interface TroubleNoticeProps {
  panel: string;
  trouble: Trouble;
  /** Whose credentials may be at fault; left out: those of the agent the window is about. */
  agent?: string | undefined;
  /** The notice stands where credentials are entered. */
  here?: boolean;
}

/** A refused call: what happened, what to try, and the raw answer below. */
export function TroubleNotice({ panel, trouble, agent, here = false }: TroubleNoticeProps) {
  const guarded = isGuarded(trouble.httpStatus);
  // Without an answer it was Loupe that did not accept something, such as a passphrase.
  const own = trouble.code === 'auth' && !guarded;
  const title = own ? 'trouble.auth.own' : `trouble.${trouble.code}`;
  const advice = own || (here && guarded) ? '' : `trouble.try.${trouble.code}`;
  const needed = consentOf(trouble);
  return (
    <ErrorNotice
      panel={panel}
      title={hasString(title) ? t(title) : trouble.code}
      {...(trouble.detail === undefined || needed ? {} : { raw: asText(trouble.detail) })}
    >
      <p>{trouble.message}</p>
      {hasString(advice) ? <p className="t3">{t(advice)}</p> : null}
      {guarded && !here ? <EnterCredentials agent={agent} /> : null}
      {needed ? <DecideConsent needed={needed} /> : null}
    </ErrorNotice>
  );
}

/** An error answer of an agent, by its A2A name. */
export function A2AErrorNotice({
  panel,
  error,
  agent,
}: {
  panel: string;
  error: A2AError;
  agent?: string | undefined;
}) {
  const guarded =
    isGuarded(error.httpStatus) || (error.grpcStatus !== undefined && GUARDED_GRPC.includes(error.grpcStatus));
  const advice = error.code === undefined ? 'trouble.try.http' : `error.try.${error.code}`;
  const title =
    error.code === undefined
      ? error.httpStatus === undefined
        ? (error.name ?? t('trouble.http'))
        : t('error.http', { status: error.httpStatus })
      : error.name
        ? t('error.title', { name: error.name, code: error.code })
        : t('error.unnamed', { code: error.code });
  return (
    <ErrorNotice panel={panel} title={title} {...(error.data === undefined ? {} : { raw: asText(error.data) })}>
      <p>{error.message}</p>
      {hasString(advice) ? <p className="t3">{t(advice)}</p> : null}
      {guarded ? <EnterCredentials agent={agent} /> : null}
    </ErrorNotice>
  );
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? ''));
