export const start = {
  'start.title': 'See what your agent really says',
  'start.lead': 'Paste the address of an A2A agent, or of its Agent Card.',
  'start.address': 'Address of the agent',
  'start.address.example': 'https://agent.example/',
  'start.connect': 'Connect',
  'start.connecting': 'Connecting…',
  'start.detect': 'Loupe reads the card, and takes version and binding from it.',
  'start.reading': 'Reading the card of {host}…',
  'start.failed': '{name} is in the list, but its card could not be read.',
  'start.failed.title': 'Not connected',
  'start.open': 'Open it anyway',
  'start.remove': 'Remove it from the list',
  'start.sample.title': 'No agent at hand? Start the sample agent',
  'start.sample.text':
    'It runs on this computer and speaks A2A 0.3 and 1.0. It uses tools, thinks aloud, asks a question, writes files and fails on request.',
  'start.sample.verb': 'Start sample agent',
  'start.sample.starting': 'Starting…',
  'start.session.title': 'Open a session',
  'start.session.text': 'Loupe sessions, from this computer or from others',
  'start.recent': 'Recent sessions',
  'start.hint':
    'Loupe sends only the requests you make. No account, no telemetry. Drop a file anywhere in this window to open it.',
} as const;
