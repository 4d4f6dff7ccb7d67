import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { answerCalls, renderWithQueries, signInThisBrowser } from "#web/testing/app.tsx";
import { Toaster } from "#web/ui/toasts/toaster.tsx";
import { EmailInvites, RemindAll } from "./invite-buttons.tsx";

const circleId = "c1111111-1111-4111-8111-111111111111";

async function click(
  name: string,
  queuedCount: number,
  tooSoonCount: number,
  { isHeld = false, opted_out_count = 0 } = {},
) {
  signInThisBrowser();
  const answer = {
    body: { queued_count: queuedCount, too_soon_count: tooSoonCount, opted_out_count },
  };
  answerCalls({
    [`POST /api/circles/${circleId}/invites/send`]: answer,
    [`POST /api/circles/${circleId}/invites/remind`]: answer,
  });
  const { unmount } = renderWithQueries(
    <>
      <EmailInvites circleId={circleId} isHeld={isHeld} isNext={false} />
      <RemindAll circleId={circleId} />
      <Toaster />
    </>,
  );
  await userEvent.click(screen.getByRole("button", { name }));
  const words = (await screen.findByRole("status")).textContent;
  unmount();
  return words;
}

describe("Email invites says what it did", () => {
  test("how many emails will be sent, and who was emailed just now", async () => {
    expect(await click("Email invites", 2, 0)).toContain("2 invitations on the way");
    const some = await click("Email invites", 1, 2);
    expect(some).toContain("1 invitation on the way");
    expect(some).toContain("2 people were emailed less than 10 minutes ago.");
    expect(await click("Email invites", 3, 0, { isHeld: true })).toContain(
      "3 invitations will be sent once you have confirmed your address",
    );
  });

  test("Email invites says that no one is left", async () => {
    expect(await click("Email invites", 0, 0)).toContain("There is no one left to invite.");
  });

  test("Email invites says that the remaining people want no emails", async () => {
    const none = await click("Email invites", 0, 0, { opted_out_count: 1 });
    expect(none).toContain("No one was emailed");
    expect(none).toContain("1 person asked not to receive any more emails.");
    expect(none).not.toContain("no one left");
    expect(await click("Email invites", 0, 1, { opted_out_count: 2 })).toContain(
      "1 person was emailed less than 10 minutes ago. 2 people asked not to receive any more emails.",
    );
  });
});

describe("Send reminder to all says what it did", () => {
  test("how many people are reminded, and for whom it is too soon", async () => {
    expect(await click("Send reminder to all", 4, 0)).toContain("Reminder sent to 4 people");
    const none = await click("Send reminder to all", 0, 1);
    expect(none).toContain("No one was reminded");
    expect(none).toContain("1 person was emailed less than 10 minutes ago.");
    expect(await click("Send reminder to all", 0, 0)).toContain("at most 3 times");
    expect(await click("Send reminder to all", 2, 0, { opted_out_count: 1 })).toContain(
      "1 person asked not to receive any more emails.",
    );
  });
});
