/// <reference lib="dom" />

// Runs inside the measured page, so nothing here may refer to anything outside its function.

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
