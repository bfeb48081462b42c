// @ts-check

/**
 * Speaks Chromium's debugging protocol over the two pipes of `--remote-debugging-pipe`: messages are JSON, each ended by
 * a zero byte. Electron refuses what playwright needs for joining a running browser; this is enough to ask a question.
 * @param {import('node:stream').Writable} input fd 3 of the browser
 * @param {import('node:stream').Readable} output fd 4 of the browser
 */
export function openDevtools(input, output) {
  let last = 0;
  let rest = '';
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  const fail = () => {
    for (const { reject } of waiting.values()) reject(new Error('the window ended'));
    waiting.clear();
  };
  input.on('error', fail);
  output.on('close', fail);
  output.setEncoding('utf8').on('data', (piece) => {
    const messages = (rest + piece).split('\0');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const { id, result, error } = JSON.parse(message);
      const asked = waiting.get(id);
      waiting.delete(id);
      if (error) asked?.reject(new Error(error.message));
      else asked?.resolve(result);
    }
  });

  /** @param {string} method @param {object} [params] @param {string} [sessionId] @returns {Promise<any>} */
  const ask = (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      input.write(`${JSON.stringify({ id: last, method, params, ...(sessionId ? { sessionId } : {}) })}\0`);
    });

  return {
    ask,
    /** Value of an expression in the first page, of a promise when it has settled; undefined while there is no page. @param {string} expression */
    async evaluate(expression) {
      const { targetInfos } = await ask('Target.getTargets');
      const page = targetInfos.find((/** @type {{ type: string }} */ target) => target.type === 'page');
      if (!page) return undefined;
      const { sessionId } = await ask('Target.attachToTarget', { targetId: page.targetId, flatten: true });
      const { result } = await ask(
        'Runtime.evaluate',
        { expression, returnByValue: true, awaitPromise: true },
        sessionId,
      );
      await ask('Target.detachFromTarget', { sessionId });
      return result.value;
    },
  };
}
