import { act, fireEvent, screen } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { limits } from "#contract/limits.ts";
import { answerCalls, renderWithQueries, signInThisBrowser } from "#web/testing/app.tsx";
import { ana } from "#web/testing/people.ts";
import { PeoplePanel } from "./people-panel.tsx";

afterEach(() => void vi.useRealTimers());

test("an invitation that was resent can be sent once more as soon as the server accepts it", async () => {
  answerCalls({ [`POST /api/invites/${ana.id}/resend`]: { body: { email: ana.email } } });
  signInThisBrowser();
  renderWithQueries(
    <PeoplePanel circleId={ana.circle_id} invites={[ana]} isOpen headingRef={createRef()} />,
  );
  const name = "Resend invite to Ana Lima";
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name }));
    await vi.waitFor(() => expect(screen.getByText("Sent just now")).toBeTruthy());
  });
  expect(screen.queryByRole("button", { name })).toBeNull();
  act(() => vi.advanceTimersByTime(limits.mailSpacingMinutes * 60_000));
  expect(screen.getByRole("button", { name })).toBeTruthy();
});
