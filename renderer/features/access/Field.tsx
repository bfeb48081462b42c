import { t } from '../../strings/index.ts';
import { Tag } from '../../ui/Chip.tsx';
import {
  type FieldProps,
  Field as PlainField,
  TextField as PlainTextField,
  type TextFieldProps,
} from '../../views/Field.tsx';
import type { ProblemWord } from './problems.ts';

/** Where the value of a field came from, while it is still that value. */
export type Origin = 'card' | 'read' | undefined;

interface Own {
  problem?: ProblemWord | undefined;
  /** Over the whole width of the form. */
  wide?: boolean;
}

const given = ({ problem, wide }: Own) => ({
  problem: problem && t(`access.problem.${problem}`),
  ...(wide && { className: 'access-wide' }),
});

export const OriginChip = ({ from }: { from: Origin }) =>
  from === undefined ? null : (
    <Tag className="form-chip mono" title={t(`access.chip.${from}.explain`)}>
      {t(`access.chip.${from}`)}
    </Tag>
  );

/** A field whose fault is one of the words of this form. */
export const Field = ({ problem, wide, ...rest }: Omit<FieldProps, 'problem' | 'className'> & Own) => (
  <PlainField {...rest} {...given({ problem, ...(wide && { wide }) })} />
);

/** The same for one line of text, with where it came from. */
export const TextField = ({
  problem,
  wide,
  from,
  ...rest
}: Omit<TextFieldProps, 'problem' | 'className' | 'from' | 'chip'> & Own & { from?: Origin }) => (
  <PlainTextField
    {...rest}
    {...given({ problem, ...(wide && { wide }) })}
    from={from}
    chip={<OriginChip from={from} />}
  />
);
