/// <reference lib="dom" />

// These functions run inside the measured page, so they may not refer to anything outside.

/** Observes the page from before its first byte. */
export function watchPage() {
  const seen = { largestPaintMs: 0, liveMs: 0 };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.largestPaintMs = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  const look = () => {
    if (document.querySelector("form[data-live]")) seen.liveMs = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
