const waiting: (() => void)[] = [];
let wake: (() => void) | undefined;

/** A message to oneself: timers that follow each other wait 4 ms longer each (HTML §8.6). */
function waker(): () => void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => waiting.shift()?.();
  return () => port2.postMessage(undefined);
}

/**
 * Does the next slice of long work as soon as input and drawing had their turn. Returns what takes it back. Slices are a
 * few milliseconds each; who uses this sees to it.
 */
export function soon(slice: () => void): () => void {
  let wanted = true;
  waiting.push(() => {
    if (wanted) slice();
  });
  wake ??= waker();
  wake();
  return () => {
    wanted = false;
  };
}
