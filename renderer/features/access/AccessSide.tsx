import type { AccessView, CredentialView } from '../../../shared/contract/access.ts';
import type { AgentView, CardView } from '../../../shared/contract/views.ts';
import type { Trouble } from '../../../shared/lib/result.ts';
import { t } from '../../strings/index.ts';
import { Code } from '../../ui/Code.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Empty } from '../../ui/Notice.tsx';
import { showHidden } from '../../ui/text.ts';
import { Consents } from './Consents.tsx';
import { Held } from './Held.tsx';
import { Refusal } from './Refusal.tsx';
import { BrowserBox, DeviceBox } from './SignInBoxes.tsx';
import { Steps } from './Steps.tsx';
import './side.css';

export interface AccessSideProps {
  agent: AgentView;
  card: CardView | undefined;
  view: AccessView;
  onEdit(credential: CredentialView): void;
}

/** What happened on the way to a token, what is held, and what was answered about other origins. */
export function AccessSide({ agent, card, view, onEdit }: AccessSideProps) {
  const { signIn, using, held, consents, refusal } = view;
  const nothing = !signIn && !refusal && using.length + held.length + consents.length === 0;
  return (
    <>
      <Steps signIn={signIn} card={card} />
      <div className="access-side">
        {signIn?.state === 'waiting-for-device' && signIn.device ? <DeviceBox signIn={signIn} /> : null}
        {signIn?.state === 'waiting-for-browser' ? <BrowserBox signIn={signIn} /> : null}
        {signIn?.trouble && signIn.state !== 'canceled' ? <SignInTrouble trouble={signIn.trouble} /> : null}
        {signIn?.answer ? (
          <section className="block">
            <div className="block-title">{t('access.answer')}</div>
            <Code data-testid="access-answer">{showHidden(pretty(signIn.answer))}</Code>
          </section>
        ) : null}
        {refusal ? <Refusal refusal={refusal} /> : null}
        <Held agent={agent} view={view} onEdit={onEdit} />
        {consents.length > 0 ? <Consents consents={consents} /> : null}
        {nothing ? <Empty panel="access">{t('access.nothing')}</Empty> : null}
      </div>
    </>
  );
}

/** JSON over several lines; other text as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** What happened first, what to do about it after. */
const SENTENCES = /^(.+?[.?])\s+(\S.*)$/s;

/** Why there is no token. The raw answer stands below it. */
function SignInTrouble({ trouble }: { trouble: Trouble }) {
  const [, what = trouble.message, more] = SENTENCES.exec(trouble.message) ?? [];
  return (
    <div className="access-trouble" role="alert" data-testid="error" data-for="access-sign-in">
      <Icon name="triangle" className="tone-danger" />
      <p>
        {showHidden(what)}
        {more ? <span className="access-trouble-more">{showHidden(more)}</span> : null}
      </p>
    </div>
  );
}
