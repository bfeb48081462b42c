export const app = {
  'app.name': 'Loupe',
  'app.skip': 'Skip to timeline',
  'copy.copy': 'Copy',
  'copy.done': 'Copied',
  'action.close': 'Close',
  'action.cancel': 'Cancel',
  'action.retry': 'Try again',
  'action.open': 'Open…',
  'action.more': 'More',
  'empty.loading': 'Loading…',
} as const;
