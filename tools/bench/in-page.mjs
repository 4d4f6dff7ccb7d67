/// <reference lib="dom" />

// Runs inside the measured page, so nothing here may refer to anything outside its function.

/** Observes the page from before its first byte. */
export function watchPage() {
  const seen = { largest_paint_ms: 0, live_ms: 0 };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.largest_paint_ms = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  const look = () => {
    if (document.querySelector("form[data-live]")) seen.live_ms = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
