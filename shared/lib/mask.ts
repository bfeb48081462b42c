/** What stands in the log instead of a secret. */
export const MASK = '••••••';
