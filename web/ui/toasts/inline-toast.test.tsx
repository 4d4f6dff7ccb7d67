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
