import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ShareLink } from "./share-link.tsx";

const circleId = "c1111111-1111-4111-8111-111111111111";

afterEach(() => void vi.useRealTimers());

test.each([
  [false, /enter the address you invited them at/],
  [true, /Anyone with this link can answer/],
])("it says who can answer with it: anyone %s", (isOpen, words) => {
  render(<ShareLink circleId={circleId} isOpen={isOpen} />);
  screen.getByText(words);
});

test("Copy says that it copied for two seconds, and no longer", async () => {
  vi.useFakeTimers();
  const writeText = vi.fn(async () => {});
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  render(<ShareLink circleId={circleId} isOpen={false} />);
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  for (const name of ["Copy", "Copy link"]) {
    fireEvent.click(screen.getByRole("button", { name }));
    await pass(0);
    expect(writeText).toHaveBeenLastCalledWith(`${location.origin}/feedback?circle=${circleId}`);
    screen.getByRole("button", { name: "Copied!" });
    await pass(1_999);
    screen.getByRole("button", { name: "Copied!" });
    await pass(1);
    screen.getByRole("button", { name: "Copy" });
    expect(screen.queryByRole("button", { name: "Copied!" })).toBeNull();
  }
});
