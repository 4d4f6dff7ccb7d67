import { act, fireEvent, screen } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { Invite } from "#contract/invites/invites.ts";
import { limits } from "#contract/limits.ts";
import { answerCalls, renderWithQueries, signInThisBrowser } from "#web/testing/app.tsx";
import { PeoplePanel } from "./people-panel.tsx";

afterEach(() => void vi.useRealTimers());

const ana: Invite = {
  id: "a1111111-1111-4111-8111-111111111111",
  circle_id: "c1111111-1111-4111-8111-111111111111",
  first_name: "Ana",
  last_name: "Lima",
  email: "ana@example.com",
  status: "pending",
  source: "invited",
  label: null,
  delivery: "sent",
  delivery_reason: null,
  created_at: "2026-11-10T09:00:00.000Z",
};

test("an invitation that was sent again can be sent once more as soon as the server takes it", async () => {
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
  act(() => vi.advanceTimersByTime(limits.mail_spacing_minutes * 60_000));
  expect(screen.getByRole("button", { name })).toBeTruthy();
});
