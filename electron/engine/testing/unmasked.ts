import type { Masking } from '../masking/masking.ts';

const nothing: Masking = {
  entry: (entry) => entry,
  suspects: () => false,
  frame: (body) => body,
  reply: (value) => value,
  batch: (batch) => batch,
  text: (text) => text,
  apart: () => nothing,
};

/** Masks nothing, so that a test of the masking can be seen to fail. */
export const unmasked = (): Masking => nothing;
