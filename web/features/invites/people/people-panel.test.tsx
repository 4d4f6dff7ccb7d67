import { act, fireEvent, screen, within } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { limits } from "#contract/limits.ts";
import { answerCalls, refused, renderWithQueries, signInThisBrowser } from "#web/testing/app.tsx";
import { ana } from "#web/testing/people.ts";
import { Toaster } from "#web/ui/toasts/toaster.tsx";
import { PeoplePanel } from "./people-panel.tsx";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const name = "Resend invite to Ana Lima";
const show = () =>
  renderWithQueries(
    <>
      <PeoplePanel circleId={ana.circle_id} invites={[ana]} isOpen headingRef={createRef()} />
      <Toaster />
    </>,
  );

test("a person who was removed in another tab is said to be gone", async () => {
  answerCalls({ [`POST /api/invites/${ana.id}/resend`]: refused(404, "invite_not_found", "No.") });
  signInThisBrowser();
  show();
  fireEvent.click(screen.getByRole("button", { name }));
  expect((await screen.findByRole("alert")).textContent).toBe("Invite not found");
});

test("an invitation that was resent can be sent once more as soon as the server accepts it", async () => {
  answerCalls({ [`POST /api/invites/${ana.id}/resend`]: { body: { email: ana.email } } });
  signInThisBrowser();
  show();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name }));
    await vi.waitFor(() => expect(screen.getByText("Sent just now")).toBeTruthy());
  });
  expect(screen.queryByRole("button", { name })).toBeNull();
  act(() => vi.advanceTimersByTime(limits.mailSpacingMinutes * 60_000));
  expect(screen.getByRole("button", { name })).toBeTruthy();
});

const privateLink = "https://paraline.example/invite?token=a";

async function shareAnasLink(share: (shared: ShareData) => Promise<void>) {
  vi.stubGlobal("navigator", { share });
  answerCalls({ [`GET /api/invites/${ana.id}/link`]: { body: { invite_address: privateLink } } });
  signInThisBrowser();
  show();
  fireEvent.click(screen.getByRole("button", { name: "More for Ana Lima" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Share private link…" }));
}

test("a private link is shared with a sentence in the owner's words", async () => {
  const share = vi.fn(async () => {});
  await shareAnasLink(share);
  await vi.waitFor(() =>
    expect(share).toHaveBeenCalledExactlyOnceWith({
      text: "Hi Ana, I would like to hear how you see something. This link is only for you:",
      url: privateLink,
    }),
  );
});

test("a private link is shared with one more click where the browser requires it", async () => {
  const share = vi
    .fn(async (_: ShareData) => {})
    .mockRejectedValueOnce(new DOMException("", "NotAllowedError"));
  await shareAnasLink(share);
  const dialog = within(await screen.findByRole("dialog", { name: "Only for Ana Lima" }));
  expect(dialog.getByRole<HTMLInputElement>("textbox", { name: "Private link" }).value).toBe(
    privateLink,
  );
  fireEvent.click(dialog.getByRole("button", { name: "Share…" }));
  expect(share).toHaveBeenLastCalledWith(expect.objectContaining({ url: privateLink }));
});
