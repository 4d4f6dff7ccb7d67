import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { trackKeyboardHeight } from "./keyboard-height.ts";

/** What a phone's browser reports as the visible part of the page. */
class SeenPart extends EventTarget {
  height = 844;
  offsetTop = 0;
  scale = 1;

  become(seen: Partial<Pick<SeenPart, "height" | "offsetTop" | "scale">>, event: string) {
    Object.assign(this, seen);
    this.dispatchEvent(new Event(event));
  }
}

let seen: SeenPart;

beforeEach(() => {
  seen = new SeenPart();
  vi.stubGlobal("innerHeight", 844);
  vi.stubGlobal("visualViewport", seen);
});

afterEach(() => {
  vi.unstubAllGlobals();
  document.documentElement.removeAttribute("style");
});

const visibleHeight = () => document.documentElement.style.getPropertyValue("--keyboard");

test("the bar at the bottom is raised by the height of the keyboard, and lowered once it has closed", () => {
  trackKeyboardHeight();
  seen.become({ height: 508.4 }, "resize");
  expect(visibleHeight()).toBe("336px");
  seen.become({ height: 844 }, "resize");
  expect(visibleHeight()).toBe("0px");
});

test("a page that the browser scrolled to show the field needs less room", () => {
  trackKeyboardHeight();
  seen.become({ height: 508 }, "resize");
  seen.become({ offsetTop: 100 }, "scroll");
  expect(visibleHeight()).toBe("236px");
  seen.become({ offsetTop: 400 }, "scroll");
  expect(visibleHeight()).toBe("0px");
});

test("a page that is zoomed in does not count as having a keyboard", () => {
  trackKeyboardHeight();
  seen.become({ height: 422, scale: 2 }, "resize");
  expect(visibleHeight()).toBe("0px");
});

test("a browser that reports nothing is left alone", () => {
  vi.stubGlobal("visualViewport", null);
  trackKeyboardHeight();
  expect(visibleHeight()).toBe("");
});
