import type { A2AError } from '../../shared/a2a/errors.ts';
import type { Trouble } from '../../shared/lib/result.ts';
import { hasString, t } from '../strings/index.ts';
import { ErrorNotice } from '../ui/Notice.tsx';

/** A refused call: what happened, what to try, and the raw answer below. */
export function TroubleNotice({ panel, trouble }: { panel: string; trouble: Trouble }) {
  const title = `trouble.${trouble.code}`;
  const advice = `trouble.try.${trouble.code}`;
  return (
    <ErrorNotice
      panel={panel}
      title={hasString(title) ? t(title) : trouble.code}
      {...(trouble.detail === undefined ? {} : { raw: asText(trouble.detail) })}
    >
      <p>{trouble.message}</p>
      {hasString(advice) ? <p className="t3">{t(advice)}</p> : null}
    </ErrorNotice>
  );
}

/** An error answer of an agent, by its A2A name. */
export function A2AErrorNotice({ panel, error }: { panel: string; error: A2AError }) {
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
    </ErrorNotice>
  );
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? ''));
