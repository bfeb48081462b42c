import type {
  AddressFact,
  AnswerFact,
  CertificateFact,
  DoctorFact,
  InterfaceReach,
} from '../../../shared/contract/views.ts';
import { showInWire } from '../../state/jump.ts';
import { useLogSession } from '../../state/log.ts';
import { hasString, t } from '../../strings/index.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Tag } from '../../ui/Chip.tsx';
import { Code } from '../../ui/Code.tsx';
import { CopyButton } from '../../ui/Copy.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { formatDuration, showHidden } from '../../ui/text.ts';
import { VERDICTS } from './view-model.ts';

const isKind =
  <K extends DoctorFact['kind']>(kind: K) =>
  (fact: DoctorFact): fact is Extract<DoctorFact, { kind: K }> =>
    fact.kind === kind;

/** The evidence of one step, by kind. */
export function Facts({ facts }: { facts: readonly DoctorFact[] }) {
  const texts = facts.filter(isKind('text'));
  const addresses = facts.filter(isKind('address'));
  const answers = facts.filter(isKind('answer'));
  const interfaces = facts.filter(isKind('interface'));
  return (
    <>
      {interfaces.length > 0 ? <Interfaces list={interfaces} /> : null}
      {answers.length > 0 ? (
        <ul className="doctor-rows">
          {answers.map((answer) => (
            <Answer key={answer.url} answer={answer} />
          ))}
        </ul>
      ) : null}
      {addresses.length > 0 ? (
        <ul className="doctor-rows">
          {addresses.map((one, index) => (
            <Address key={`${index}-${one.address}`} fact={one} />
          ))}
        </ul>
      ) : null}
      {texts.length > 0 ? (
        <dl className="kv doctor-kv">
          {texts.map(({ name, value }, index) => (
            <Pair key={`${index}-${name}`} name={name} value={value} />
          ))}
        </dl>
      ) : null}
      {facts.filter(isKind('certificate')).map((one) => (
        <Certificate key={`${one.place}-${one.fingerprint}`} fact={one} />
      ))}
      {facts.filter(isKind('headers')).map(({ lines }, index) => (
        <div className="block" key={index}>
          <div className="block-title">{t('doctor.headers')}</div>
          <Code>{showHidden(lines.map(([name, value]) => `${name}: ${value}`).join('\n'))}</Code>
        </div>
      ))}
    </>
  );
}

function Pair({ name, value }: { name: string; value: string }) {
  const key = `doctor.fact.${name}`;
  return (
    <>
      <dt>{hasString(key) ? t(key) : name}</dt>
      <dd>{showHidden(value)}</dd>
    </>
  );
}

function Address({ fact: { address, port, outcome, code, ms } }: { fact: AddressFact }) {
  const look = outcome && VERDICTS[outcome === 'connected' ? 'ok' : 'failed'];
  return (
    <li className="doctor-row">
      {look ? (
        <Icon name={look.icon} size={12} className={look.tone} />
      ) : (
        <Icon name="globe" size={12} className="t3" />
      )}
      <span className="mono grow">
        {address.includes(':') && port !== undefined ? `[${address}]` : address}
        {port === undefined ? '' : `:${port}`}
      </span>
      {outcome ? <span>{t(`doctor.address.${outcome}`)}</span> : null}
      {code ? <span className="mono t3">{code}</span> : null}
      <span className="doctor-ms t3">{ms === undefined ? '' : formatDuration(ms)}</span>
    </li>
  );
}

function Answer({ answer: { method, url, status, type, ms, session, seq, trouble } }: { answer: AnswerFact }) {
  const shown = useLogSession();
  const good = status !== undefined && status < 400;
  const look = VERDICTS[good ? 'ok' : 'failed'];
  return (
    <li className="doctor-row">
      <Icon name={look.icon} size={12} className={look.tone} />
      <span className="mono doctor-url" title={trouble ?? url}>
        {method} {showHidden(url)}
      </span>
      <span>{status ?? t('doctor.answer.none')}</span>
      {type ? <span className="mono t3">{showHidden(type)}</span> : null}
      <span className="doctor-ms t3">{ms === undefined ? '' : formatDuration(ms)}</span>
      {seq !== undefined && session === shown ? (
        <IconButton icon="wire" label={t('doctor.answer.wire')} onClick={() => showInWire(seq)} />
      ) : null}
    </li>
  );
}

const Interfaces = ({ list }: { list: readonly InterfaceReach[] }) => (
  <ul className="doctor-rows">
    {list.map(({ index, url, binding, verdict, message, next }) => (
      <li key={index} className="doctor-interface" data-testid="doctor-interface" data-state={verdict}>
        <Icon name={VERDICTS[verdict].icon} size={12} className={VERDICTS[verdict].tone} />
        <span>
          <b>{binding}</b> <span className="mono">{showHidden(url)}</span>
        </span>
        <span className="doctor-under">{showHidden(message)}</span>
        {next && verdict !== 'ok' ? <span className="doctor-under t3">{t('doctor.next', { what: next })}</span> : null}
      </li>
    ))}
  </ul>
);

function Certificate({ fact }: { fact: CertificateFact }) {
  const { place, subject, issuer, from, to, names, fingerprint, selfSigned } = fact;
  const over = Date.parse(to) < Date.now();
  return (
    <div className="block" data-testid="certificate" data-place={place}>
      <div className="block-title">
        <Icon name="shield" size={12} />
        {place === 0 ? t('doctor.certificate.own') : t('doctor.certificate.above')}
        {selfSigned ? (
          <Tag tone={place === 0 ? 'tone-warn' : 'tag-plain'}>{t('doctor.certificate.selfSigned')}</Tag>
        ) : null}
        {over ? <Tag tone="tone-danger">{t('doctor.certificate.expired')}</Tag> : null}
      </div>
      <dl className="kv doctor-kv">
        <dt>{t('doctor.certificate.subject')}</dt>
        <dd>{showHidden(subject) || t('doctor.certificate.none')}</dd>
        <dt>{t('doctor.certificate.issuer')}</dt>
        <dd>{showHidden(issuer) || t('doctor.certificate.none')}</dd>
        <dt>{t('doctor.certificate.valid')}</dt>
        <dd>{t('doctor.certificate.dates', { from: day(from), to: day(to) })}</dd>
        <dt>{t('doctor.certificate.names')}</dt>
        <dd>{showHidden(names.join(', ')) || t('doctor.certificate.none')}</dd>
        <dt>{t('doctor.certificate.fingerprint')}</dt>
        <dd className="doctor-print">
          <span className="mono">{fingerprint}</span>
          <CopyButton text={fingerprint} label={t('copy.copy')} doneLabel={t('copy.done')} />
        </dd>
      </dl>
    </div>
  );
}

const day = (time: string): string => time.slice(0, 10);
