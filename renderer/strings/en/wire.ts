export const wire = {
  'wire.title': 'Wire',
  'wire.exchanges': '{count, plural, one {exchange} other {exchanges}}',
  'wire.frames': '{count, plural, one {frame} other {frames}}',
  'wire.received': 'received',
  'wire.errors': '{count, plural, one {error} other {errors}}',
  'wire.push': 'push',
  'wire.drop': 'Drop stream',
  'wire.drop.why': 'Stop listening to exchange {exchange, number, ::group-off}. The task goes on at the agent.',
  'wire.recording': 'Recording',
  'wire.playback': 'Kept session',
  'wire.offline': 'Not connected',
  'wire.behind': '{count, plural, one {# event} other {# events}} still to be drawn',
} as const;
