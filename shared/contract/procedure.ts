import type * as z from 'zod/mini';

/** One call between a page and the engine: the input is checked, the output is typed. */
export interface Procedure<Input, Output> {
  input: z.ZodMiniType<Input>;
  /** Carries the type only. */
  output?: Output;
}

export const procedure =
  <Output>() =>
  <Input>(input: z.ZodMiniType<Input>): Procedure<Input, Output> => ({ input });
