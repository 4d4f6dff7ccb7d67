import { render, screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { Invite } from "#contract/invites/invites.ts";
import { ana } from "#web/testing/people.ts";
import { PeopleList } from "./people-list.tsx";

interface Row {
  words: string;
  canResend: boolean;
  canSend: boolean;
  hasMenu: boolean;
}

function renderRow(fields: Partial<Invite>): Row {
  const { container, unmount } = render(
    <PeopleList
      invites={[{ ...ana, ...fields }]}
      isOpen
      resentIds={new Set()}
      resendingId={undefined}
      onResend={() => {}}
      onAction={() => {}}
    />,
  );
  const words = container.textContent ?? "";
  const canResend = screen.queryByRole("button", { name: "Resend invite to Ana Lima" }) !== null;
  const canSend = screen.queryByRole("button", { name: "Send invite to Ana Lima" }) !== null;
  const hasMenu = screen.queryByRole("button", { name: "More for Ana Lima" }) !== null;
  unmount();
  return { words, canResend, canSend, hasMenu };
}

describe("a person's row", () => {
  test("named: shows the state of the invitation, and offers to send it again until they have answered or declined", () => {
    expect(renderRow({ delivery: "queued" })).toMatchObject({ canResend: true });
    expect(renderRow({ delivery: "queued" }).words).toContain("On its way");
    expect(renderRow({ delivery: "sent" }).words).toContain("Sent");
    const failed = renderRow({ delivery: "failed", delivery_reason: "No such mailbox." });
    expect(failed.words).toContain("Could not deliver");
    expect(failed.words).toContain("No such mailbox.");
    expect(renderRow({ status: "completed" })).toMatchObject({ canResend: false });
    expect(renderRow({ status: "completed" }).words).toContain("Completed");
    expect(renderRow({ status: "declined" })).toMatchObject({ canResend: false });
  });

  test("anonymous: says Invited whatever happened, and still offers to send again", () => {
    const rows = (["waiting", "queued", "sent"] as const).map((delivery) =>
      renderRow({ status: null, delivery }),
    );
    expect(new Set(rows.map(({ words }) => words)).size).toBe(1);
    expect(rows[0]?.words).toContain("Invited");
    expect(rows.every(({ canResend }) => canResend)).toBe(true);
    expect(renderRow({ status: null, delivery: "failed" }).words).toContain("Could not deliver");
  });

  test("a person who was never emailed is not invited yet, and gets the first invitation", () => {
    for (const status of ["pending", null] as const) {
      const row = renderRow({ status, delivery: "none" });
      expect(row.words).toContain("Not invited yet");
      expect(row).toMatchObject({ canSend: true, canResend: false });
      expect(renderRow({ status, delivery: "failed" })).toMatchObject({ canResend: true });
    }
    expect(renderRow({ email: null, source: "link", delivery: "none" }).words).not.toContain(
      "Not invited yet",
    );
  });

  test("named: more can be done until they have answered or declined", () => {
    expect(renderRow({ delivery: "sent" }).hasMenu).toBe(true);
    expect(renderRow({ email: null, source: "link", delivery: "none" }).hasMenu).toBe(true);
    expect(renderRow({ status: "completed" }).hasMenu).toBe(false);
    expect(renderRow({ status: "declined" }).hasMenu).toBe(false);
  });

  test("anonymous: whether more can be done depends only on the invitation, until it has arrived", () => {
    for (const delivery of ["waiting", "queued", "failed", "none"] as const) {
      expect(renderRow({ status: null, delivery }).hasMenu).toBe(true);
    }
    expect(renderRow({ status: null, delivery: "sent" }).hasMenu).toBe(false);
    expect(renderRow({ status: "declined", delivery: "failed" }).hasMenu).toBe(false);
  });

  test("a person who joined through the link is listed by first name, without an address or emails", () => {
    const dan = renderRow({ first_name: "Dan", last_name: null, email: null, source: "link" });
    expect(dan.words).toContain("Dan");
    expect(dan.words).toContain("by the link");
    expect(dan.canResend).toBe(false);
  });
});
