import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// How long something may take says nothing about whether it is right.
configure({ asyncUtilTimeout: 20_000 });

afterEach(cleanup);

// jsdom lays nothing out: everything counts as in view.
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
