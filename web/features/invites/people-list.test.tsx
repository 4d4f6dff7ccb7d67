import { render, screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { Invite } from "#contract/invites.ts";
import { PeopleList } from "./people-list.tsx";

function person(fields: Partial<Invite>): Invite {
  return {
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
    ...fields,
  };
}

function rowOf(fields: Partial<Invite>): { words: string; canResend: boolean } {
  const { container, unmount } = render(
    <PeopleList
      invites={[person(fields)]}
      isOpen
      resentIds={new Set()}
      resendingId={undefined}
      onResend={() => {}}
    />,
  );
  const words = container.textContent ?? "";
  const canResend = screen.queryByRole("button", { name: "Resend invite to Ana Lima" }) !== null;
  unmount();
  return { words, canResend };
}

describe("a person's row", () => {
  test("named: shows how the invitation is doing, and offers it again until they have answered or declined", () => {
    expect(rowOf({ delivery: "queued" })).toMatchObject({ canResend: true });
    expect(rowOf({ delivery: "queued" }).words).toContain("On its way");
    expect(rowOf({ delivery: "sent" }).words).toContain("Sent");
    const failed = rowOf({ delivery: "failed", delivery_reason: "No such mailbox." });
    expect(failed.words).toContain("Could not deliver");
    expect(failed.words).toContain("No such mailbox.");
    expect(rowOf({ status: "completed" })).toMatchObject({ canResend: false });
    expect(rowOf({ status: "completed" }).words).toContain("Completed");
    expect(rowOf({ status: "declined" })).toMatchObject({ canResend: false });
  });

  test("anonymous: says Invited whatever has come of it, and offers it again all the same", () => {
    const rows = (["waiting", "queued", "sent"] as const).map((delivery) =>
      rowOf({ status: null, delivery }),
    );
    expect(new Set(rows.map(({ words }) => words)).size).toBe(1);
    expect(rows[0]?.words).toContain("Invited");
    expect(rows.every(({ canResend }) => canResend)).toBe(true);
    expect(rowOf({ status: null, delivery: "failed" }).words).toContain("Could not deliver");
  });
});
