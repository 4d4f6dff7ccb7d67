import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { InlineToast } from "./inline-toast.tsx";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a success stays for 5 seconds and is announced politely", () => {
  const dismiss = vi.fn();
  render(<InlineToast toast={{ id: 1, tone: "good", title: "Saved" }} onDismiss={dismiss} />);
  expect(screen.getByRole("region", { name: "Notifications" })).toBeTruthy();
  expect(screen.getByRole("status").textContent).toBe("Saved");
  act(() => vi.advanceTimersByTime(4999));
  expect(dismiss).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(1));
  expect(dismiss).toHaveBeenCalledTimes(1);
});

test("an error stays for 10 seconds, is announced at once, and stays longer while the pointer is on it", () => {
  const dismiss = vi.fn();
  render(
    <InlineToast
      toast={{ id: 1, tone: "bad", title: "Error", line: "Failed to load results" }}
      onDismiss={dismiss}
    />,
  );
  const card = screen.getByRole("alert");
  fireEvent.pointerEnter(card);
  act(() => vi.advanceTimersByTime(60_000));
  expect(dismiss).not.toHaveBeenCalled();
  const shown = card.parentElement;
  if (shown) fireEvent.pointerLeave(shown);
  act(() => vi.advanceTimersByTime(10_000));
  expect(dismiss).toHaveBeenCalledTimes(1);
});

test("it can be dismissed, and Alt with T moves the focus to it", () => {
  const dismiss = vi.fn();
  render(<InlineToast toast={{ id: 1, tone: "good", title: "Saved" }} onDismiss={dismiss} />);
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(dismiss).toHaveBeenCalledTimes(1);
  fireEvent.keyDown(document.body, { altKey: true, code: "KeyT" });
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "Notifications" }));
});

test.each([
  ["form button", "click"],
  ["form a", "click"],
  ["form", "submit"],
  ["form select", "change"],
] as const)("an error is removed by the next attempt: %s, %s", (what, event) => {
  const dismiss = vi.fn();
  const view = (tone: "bad" | "good") => (
    <>
      <form>
        <p>a text</p>
        <button type="button">a button</button>
        <a href="#there">another page</a>
        <select aria-label="a choice" />
        <input aria-label="a field" />
      </form>
      <InlineToast toast={{ id: 1, tone, title: "Failed" }} onDismiss={dismiss} />
    </>
  );
  const { rerender } = render(view("bad"));
  const place = () => document.querySelector(what) ?? document.body;
  // What belongs to the attempt that has failed comes first.
  fireEvent[event](place());
  expect(dismiss).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(0));
  fireEvent.click(screen.getByText("a text"));
  fireEvent.change(screen.getByLabelText("a field"), { target: { value: "corrected" } });
  expect(dismiss).not.toHaveBeenCalled();
  fireEvent[event](place());
  expect(dismiss).toHaveBeenCalledTimes(1);
  rerender(view("good"));
  act(() => vi.advanceTimersByTime(0));
  fireEvent[event](place());
  expect(dismiss).toHaveBeenCalledTimes(1);
});
