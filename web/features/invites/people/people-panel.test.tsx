import { act, fireEvent, screen } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { limits } from "#contract/limits.ts";
import { answerCalls, refused, renderWithQueries, signInThisBrowser } from "#web/testing/app.tsx";
import { ana } from "#web/testing/people.ts";
import { Toaster } from "#web/ui/toasts/toaster.tsx";
import { PeoplePanel } from "./people-panel.tsx";

afterEach(() => void vi.useRealTimers());

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
