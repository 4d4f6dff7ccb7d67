/**
 * Waits until the product answers that it is ready.
 * @param {number} port
 * @param {AbortSignal} signal
 * @returns {Promise<string | undefined>} why it is not ready
 */
export async function untilReady(port, signal) {
  let last = "nothing answered";
  while (!signal.aborted) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal });
      if (response.status === 200) return undefined;
      last = `${response.status} ${await response.text()}`;
    } catch {
      // The product does not listen yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return `not ready in time: ${last}`;
}
