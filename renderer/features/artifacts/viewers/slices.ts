/** Milliseconds of one turn. */
const SLICE_MS = 8;

/** Lets a generator run a slice at a time. Never settles once `signal` says that nobody waits any more. */
export function inSlices<T>(slices: Generator<undefined, T>, signal?: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const step = () => {
      if (signal?.aborted) return;
      const until = performance.now() + SLICE_MS;
      try {
        for (let next = slices.next(); ; next = slices.next()) {
          if (next.done) return resolve(next.value);
          if (performance.now() >= until) break;
        }
      } catch (error) {
        return reject(error);
      }
      setTimeout(step);
    };
    setTimeout(step);
  });
}
