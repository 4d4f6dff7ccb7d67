/// <reference lib="dom" />

// Runs inside the measured page, so nothing here may refer to anything outside its function.

/** Observes the page from before its first byte. */
export function watchPage() {
  const seen = { largest_paint_ms: 0, layout_shift: 0, live_ms: 0 };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.largest_paint_ms = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { hadRecentInput, value } = /** @type {{ hadRecentInput: boolean, value: number }} */ (
        /** @type {unknown} */ (entry)
      );
      if (!hadRecentInput) seen.layout_shift += value;
    }
  }).observe({ type: "layout-shift", buffered: true });
  const look = () => {
    if (document.querySelector("form[data-live]")) seen.live_ms = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/**
 * Presses Next and waits until the frame with the next question has been painted.
 * @param {number} number of the next question, from 1
 * @returns {Promise<number>} milliseconds
 */
export function pressNext(number) {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const button = [...document.querySelectorAll("button")].find(
      (candidate) => candidate.textContent === "Next" && candidate.checkVisibility(),
    );
    button?.click();
    const look = () => {
      if (document.getElementById(`q${number}`)?.checkVisibility()) {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - began);
        port2.postMessage(undefined);
      } else if (performance.now() - began > 10_000) reject(new Error("Next led nowhere"));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
