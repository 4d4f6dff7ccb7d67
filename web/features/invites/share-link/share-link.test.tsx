import { act, fireEvent, render, screen, within } from "@testing-library/react";
import qrcode from "qrcode";
import { afterEach, expect, test, vi } from "vitest";
import { Toaster } from "#web/ui/toasts/toaster.tsx";
import { ShareLink } from "./share-link.tsx";

const circleId = "c1111111-1111-4111-8111-111111111111";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

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

test("Share… passes the link and a sentence to the share menu, on devices that have one", async () => {
  vi.stubGlobal("navigator", {});
  const { unmount } = render(<ShareLink circleId={circleId} isOpen />);
  expect(screen.queryByRole("button", { name: "Share…" })).toBeNull();
  unmount();

  const share = vi.fn(async () => {});
  vi.stubGlobal("navigator", { share });
  render(<ShareLink circleId={circleId} isOpen />);
  fireEvent.click(screen.getByRole("button", { name: "Share…" }));
  expect(share).toHaveBeenCalledExactlyOnceWith({
    text: expect.stringMatching(/^I would like to hear/),
    url: `${location.origin}/feedback?circle=${circleId}`,
  });
});

test.each([
  ["AbortError", false],
  ["NotAllowedError", true],
])("a share menu that ends with %s is reported: %s", async (name, isReported) => {
  const share = () => Promise.reject(new DOMException("", name));
  vi.stubGlobal("navigator", { share });
  render(
    <>
      <ShareLink circleId={circleId} isOpen />
      <Toaster />
    </>,
  );
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Share…" })));
  if (isReported) await screen.findByText("The link could not be shared");
  else expect(screen.queryByText("The link could not be shared")).toBeNull();
});

test("the QR code opens the link, which is beside it as text", async () => {
  render(<ShareLink circleId={circleId} isOpen={false} />);
  fireEvent.click(screen.getByRole("button", { name: "QR code" }));
  const dialog = within(await screen.findByRole("dialog", { name: "QR code" }));
  const picture = await dialog.findByRole<HTMLImageElement>("img", { name: /QR code/ });
  const link = `${location.origin}/feedback?circle=${circleId}`;
  const svg = await qrcode.toString(link, { type: "svg", errorCorrectionLevel: "M" });
  expect(decodeURIComponent(picture.src)).toBe(`data:image/svg+xml,${svg}`);
  dialog.getByText(link);
});
