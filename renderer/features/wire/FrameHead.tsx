import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { Button } from '../../ui/Button.tsx';
import { GoToNumber } from '../../ui/GoToNumber.tsx';
import { formatCount } from '../../ui/text.ts';
import { changeWire, toggled, useWire } from './store.ts';
import { type Exchange, FRAME_KINDS } from './view-model.ts';

export interface FrameHeadProps {
  exchange: Exchange;
  /** Frames in the list. */
  shown: number;
  following: boolean;
  open: boolean;
  onFollow(): void;
}

/** Which exchange the frames are of, how many of each kind, and what is hidden. */
export function FrameHead({ exchange, shown, following, open, onFollow }: FrameHeadProps) {
  const hidden = useWire((state) => state.hiddenFrames);
  const count = exchange.frames.length;
  return (
    <div className="wire-filter">
      <span className="cut">{t('wire.frame.title', { number: exchange.number })}</span>
      {shown < count ? <span className="t3">{t('wire.frame.count', { shown, count })}</span> : null}
      <Box className="wire-kinds" role="group" aria-label={t('wire.frame.kinds')}>
        {FRAME_KINDS.map((kind) => {
          const of = exchange.kinds[kind];
          const name = t(`wire.frame.kind.${kind}`, { count: of });
          if (of === 0 && !hidden.has(kind)) return null;
          return (
            <button
              type="button"
              key={kind}
              className={`wire-kind ${kind === 'damaged' && of > 0 ? 'tone-danger' : ''}`}
              aria-pressed={!hidden.has(kind)}
              aria-label={t(hidden.has(kind) ? 'wire.kind.show' : 'wire.kind.hide', { count: of, kind: name })}
              data-kind={kind}
              data-count={of}
              onClick={() => changeWire({ hiddenFrames: toggled(hidden, kind) })}
            >
              <b>{formatCount(of)}</b> {name}
            </button>
          );
        })}
      </Box>
      {open ? (
        <Button size="s" look="ghost" icon="arrow-end" aria-pressed={following} onClick={onFollow}>
          {t(following ? 'wire.following' : 'wire.follow')}
        </Button>
      ) : null}
    </div>
  );
}

export interface GoToProps {
  exchange: number;
  onGo(seq: number): boolean;
  onClose(): void;
}

/** Field for the number of an event. */
export const GoTo = ({ exchange, ...props }: GoToProps) => (
  <GoToNumber
    className="wire-goto"
    label={t('wire.goto')}
    missing={(seq) => t('wire.goto.none', { exchange, seq })}
    {...props}
  />
);
