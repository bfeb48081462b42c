import { useState } from 'react';
import type { TestDeliveryView } from '../../../shared/contract/receiver.ts';
import type { Reply } from '../../../shared/lib/result.ts';
import { TOKEN_PLACEHOLDER } from '../../../shared/model/receiver.ts';
import { call } from '../../state/bridge.ts';
import { firstRowOf, sessionLog } from '../../state/log.ts';
import { configOf, type PushDraft } from '../../state/push-draft.ts';
import { selectRow } from '../../state/selection.ts';
import { hasString, t } from '../../strings/index.ts';
import { Confirm } from '../../ui/Confirm.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { formatDuration, oneLine } from '../../ui/text.ts';
import { TroubleNotice } from '../../views/Trouble.tsx';

/** How the test of one draft went; another draft has not been tested. */
interface Tested {
  draft: PushDraft;
  reply: Reply<TestDeliveryView>;
}

function originOf(url: string): string | undefined {
  try {
    const { origin, protocol } = new URL(url.trim());
    return /^https?:$/.test(protocol) ? origin : undefined;
  } catch {
    return undefined;
  }
}

export interface DeliveryTest {
  busy: boolean;
  /** Why there is nothing to test. */
  ready: boolean;
  /** The origin that the person is asked about. */
  asking: string | undefined;
  tested: Reply<TestDeliveryView> | undefined;
  start(): void;
  confirm(): void;
  cancel(): void;
}

/** Has the engine send a made-up delivery to the address of a draft; elsewhere than to the receiver only when confirmed. */
export function useDeliveryTest(agent: string, draft: PushDraft, isReceiver: (url: string) => boolean): DeliveryTest {
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState<string>();
  const [tested, setTested] = useState<Tested>();
  const url = draft.url.trim();
  const origin = originOf(url);
  const send = async (elsewhere?: string) => {
    setBusy(true);
    setTested(undefined);
    const { token, authentication } = configOf(draft);
    const config = { url, ...(token !== undefined && { token }), ...(authentication && { authentication }) };
    const reply = await call('receiver.test', { agent, config, ...(elsewhere !== undefined && { elsewhere }) });
    setBusy(false);
    setTested({ draft, reply });
  };
  return {
    busy,
    ready: origin !== undefined,
    asking,
    tested: tested?.draft === draft ? tested.reply : undefined,
    // The token of the receiver goes nowhere else, so the engine says what is wrong.
    start: () => (isReceiver(url) || draft.token === TOKEN_PLACEHOLDER ? void send() : setAsking(origin)),
    confirm: () => void send(asking),
    cancel: () => setAsking(undefined),
  };
}

/** The question before something goes to another origin, and what came of a test. */
export function TestDelivery({ test }: { test: DeliveryTest }) {
  const { asking, tested } = test;
  return (
    <>
      {tested ? <Result reply={tested} /> : null}
      {asking === undefined ? null : (
        <Confirm
          title={t('push.test.title', { origin: asking })}
          verb={t('push.test.verb')}
          cancel={t('action.cancel')}
          onConfirm={test.confirm}
          onClose={test.cancel}
        >
          {t('push.test.explain', { origin: asking })}
        </Confirm>
      )}
    </>
  );
}

type Outcome = 'verified' | 'unverified' | 'answered' | 'refused' | 'failed';

function outcomeOf({ arrived, status }: TestDeliveryView): Outcome {
  if (arrived) return arrived.verified ? 'verified' : 'unverified';
  if (status === undefined) return 'failed';
  return status >= 200 && status < 300 ? 'answered' : 'refused';
}

function Result({ reply }: { reply: Reply<TestDeliveryView> }) {
  if (!reply.ok) return <TroubleNotice panel="push-test" trouble={reply.error} here />;
  const { value } = reply;
  const outcome = outcomeOf(value);
  const good = outcome === 'verified' || outcome === 'answered';
  const select = () => selectRow(sessionLog().rows[firstRowOf(value.exchange)]?.seq);
  return (
    <div className="push-test" role="status" data-testid="push-test-result" data-state={outcome}>
      <Icon name={good ? 'check' : 'triangle'} className={good ? 'tone-ok' : 'tone-warn'} />
      <span className="grow">{words(value, outcome)}</span>
      <button type="button" className="link" data-testid="push-test-show" onClick={select}>
        {t('push.test.show')}
      </button>
    </div>
  );
}

function words({ status, took, arrived, trouble, own }: TestDeliveryView, outcome: Outcome): string {
  const facts = { status: String(status ?? ''), duration: formatDuration(took) };
  const fault = `delivery.fault.${arrived?.fault}`;
  const sentences = [
    t(`push.test.${outcome}`, facts),
    outcome === 'failed' && trouble ? oneLine(trouble.message) : '',
    arrived && !arrived.verified && hasString(fault) ? t(fault) : '',
    outcome === 'unverified' ? t('push.test.savedLast') : '',
    arrived?.simulated ? t('push.test.simulated') : '',
    // A receiver of somebody else may look into a delivery later.
    !own && outcome === 'answered' ? t('push.test.elsewhere') : '',
  ];
  return sentences.filter(Boolean).join(' ');
}
