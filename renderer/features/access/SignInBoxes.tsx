import type { SignInView } from '../../../shared/contract/access.ts';
import { cancelSignIn } from '../../state/access.ts';
import { clockOf } from '../../state/age.ts';
import { useAppInfo } from '../../state/queries.ts';
import { useNow } from '../../state/use-now.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/Copy.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { oneLine } from '../../ui/text.ts';
import { OutsideLink } from '../../views/OutsideLink.tsx';

const TICK_MS = 1_000;

/** A code to enter elsewhere, large enough to be read off the screen. */
export function DeviceBox({ signIn }: { signIn: SignInView }) {
  const { device } = signIn;
  const now = useNow(true, TICK_MS);
  if (!device) return null;
  const left = Date.parse(device.expires) - now;
  return (
    <section className="card-box access-box" data-testid="device-code" data-state={left > 0 ? 'waiting' : 'expired'}>
      <h3>{t('access.device')}</h3>
      <p className="access-code">
        <output className="mono" data-testid="user-code">
          {oneLine(device.userCode)}
        </output>
        <CopyButton text={device.userCode} label={t('copy.copy')} doneLabel={t('copy.done')} />
      </p>
      <p className="access-outside">
        <OutsideLink url={device.verificationUriComplete ?? device.verificationUri}>
          {t('access.device.open', { address: oneLine(device.verificationUri) })}
        </OutsideLink>
      </p>
      <p className="hint access-wait">
        <Icon name="clock" size={12} />
        {left > 0 ? t('access.device.left', { time: clockOf(left) }) : t('access.device.expired')}
      </p>
      <Cancel signIn={signIn} />
    </section>
  );
}

/** The rest happens in the person's own browser. */
export function BrowserBox({ signIn }: { signIn: SignInView }) {
  // Where the host opens nothing, the person does.
  const opens = useAppInfo().data?.capabilities.externalLinks === true;
  return (
    <section className="card-box access-box" data-testid="browser-wait">
      <h3 className="access-wait">
        <Icon name="loader" spin className="tone-info" />
        {t('access.browser')}
      </h3>
      <p className="hint">{t('access.browser.explain')}</p>
      {signIn.authorizationUrl ? (
        <div className="access-address">
          <span className="mono cut" data-testid="authorization-url" title={signIn.authorizationUrl}>
            {oneLine(signIn.authorizationUrl)}
          </span>
          <CopyButton text={signIn.authorizationUrl} label={t('access.browser.copy')} doneLabel={t('copy.done')} />
          <OutsideLink url={signIn.authorizationUrl}>
            {t(opens ? 'access.browser.open' : 'access.browser.openHere')}
          </OutsideLink>
        </div>
      ) : null}
      <Cancel signIn={signIn} />
    </section>
  );
}

const Cancel = ({ signIn }: { signIn: SignInView }) => (
  <span>
    <Button size="s" icon="close" data-testid="cancel-sign-in" onClick={() => void cancelSignIn(signIn.credential)}>
      {t('access.cancelSignIn')}
    </Button>
  </span>
);
