import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";

// Slowness is not a failure, so the limit is generous.
configure({ asyncUtilTimeout: 20_000 });

// Each test starts in an empty browser.
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  document.body.removeAttribute("style");
  document.title = "";
  vi.useRealTimers();
  vi.unstubAllGlobals();
  history.replaceState(null, "", "/");
  localStorage.clear();
  sessionStorage.clear();
});

// Some timers of components, such as that which removes a toast, run on after their page is gone. They would fail once
// the document of the file is gone.
const timers = new Set<ReturnType<typeof setTimeout>>();
globalThis.setTimeout = new Proxy(globalThis.setTimeout, {
  apply(target, self, args) {
    const timer: ReturnType<typeof setTimeout> = Reflect.apply(target, self, args);
    timers.add(timer);
    return timer;
  },
});
afterAll(() => {
  for (const timer of timers) clearTimeout(timer);
});

// jsdom has no layout, so no media query matches, and everything counts as visible.
globalThis.matchMedia ??= (media) =>
  ({ media, matches: false, addEventListener() {}, removeEventListener() {} }) as never;

globalThis.IntersectionObserver = class {
  readonly #report: IntersectionObserverCallback;
  readonly root = null;
  readonly rootMargin = "";
  readonly scrollMargin = "";
  readonly thresholds = [];

  constructor(report: IntersectionObserverCallback) {
    this.#report = report;
  }

  observe(target: Element) {
    this.#report([{ isIntersecting: true, target } as IntersectionObserverEntry], this);
  }

  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
};
