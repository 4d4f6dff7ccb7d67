import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// Slowness is not a failure, so the limit is generous.
configure({ asyncUtilTimeout: 20_000 });

afterEach(cleanup);

// jsdom has no layout: no media query matches, and everything counts as in view.
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
