import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { AdminOverview } from "#contract/admin/overview.ts";
import {
  type Answers,
  account,
  answerCalls,
  createSession,
  openApp,
  openAsOwner,
  refused,
} from "#web/testing/app.tsx";

const none = Array.from({ length: 90 }, () => 0);
const quiet: AdminOverview = {
  first_day: "2026-08-28",
  counts: {
    accounts: none,
    circles: none,
    invitations: none,
    responses: none,
    insights: none,
    unlocks: none,
  },
  is_selling: false,
  mails: { waiting_count: 0, oldest_due_minutes: null, failed: [] },
  jobs: { waiting: [], failed: [] },
  payments: [],
  versions: { product: "1.2.3", node: "24.0.0", database: "18.6", migration: "0078-daily-counts" },
  process: { role: "web", started_at: "2026-11-24T08:12:00.000Z" },
  last_backup_at: new Date().toISOString(),
  erasures: null,
};
const server = (overview: Answers[string]): Answers => ({
  "GET /api/account": { body: { ...account, is_operator: true } },
  "GET /api/admin": overview,
});
const open = (overview: Answers[string], aal: "aal1" | "aal2" = "aal2") =>
  openAsOwner("/admin", server(overview), createSession(aal));

describe("/admin", () => {
  test("/admin of a quiet server says that nothing needs attention, and that days are still to come", async () => {
    await open({ body: quiet });
    await screen.findByText("Nothing needs your attention.");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("This server");
    expect(
      screen.getByText("There are no numbers yet: a day is shown once it is over."),
    ).toBeTruthy();
    expect(screen.getByText("No emails are waiting to be sent.")).toBeTruthy();
    expect(screen.queryByRole("heading", { name: "Payments" })).toBeNull();
    expect(screen.getByText("1.2.3")).toBeTruthy();
  });

  test("describes each plot with a sentence and a table, for 30 or 90 days", async () => {
    const circles = none.with(0, 5).with(89, 1200);
    await open({ body: { ...quiet, counts: { ...quiet.counts, circles } } });
    const figure = within(await screen.findByRole("figure", { name: "Paralines created" }));
    figure.getByRole("img", {
      name: "1,200 in 30 days; the highest day was Nov 25, 2026, with 1,200",
    });
    expect(screen.getAllByRole("img", { name: "None in 30 days" })).toHaveLength(4);
    await userEvent.click(screen.getByRole("radio", { name: "90 days" }));
    figure.getByRole("img", {
      name: "1,205 in 90 days; the highest day was Nov 25, 2026, with 1,200",
    });
    await userEvent.click(figure.getByText("Days in numbers", { exact: false }));
    const rows = figure.getAllByRole("row").map((row) => row.textContent);
    expect(rows).toEqual(["DayNumber", "Nov 25, 20261,200", "Aug 28, 20265"]);
    expect(screen.queryByRole("figure", { name: "Unlocks sold" })).toBeNull();
  });

  test("says what is late or was given up, and where", async () => {
    await open({
      body: {
        ...quiet,
        is_selling: true,
        mails: {
          waiting_count: 10_000,
          oldest_due_minutes: 47,
          failed: [{ kind: "invitation", reason: "address_refused", count: 14 }],
        },
        jobs: {
          waiting: [{ kind: "reconcile_customer", waiting_count: 8, oldest_due_minutes: 190 }],
          failed: [{ kind: "handle_billing_event", count: 1 }],
        },
        payments: [{ state: "overdue", kind: "monthly", count: 2 }],
        last_backup_at: "2020-01-01T03:00:00.000Z",
        erasures: { from: "2020-01-01", to: "2020-01-02" },
      } satisfies AdminOverview,
    });
    await screen.findByText("Emails are late: the first has been due for 47 minutes.");
    for (const sentence of [
      "Jobs are late: the first has been due for 3 hours. Is a worker running?",
      "There is no backup of the last 2 days.",
      "Today's list of erasures is not written yet.",
      "Jobs that were given up: 1.",
      "Emails that could not be sent: 14.",
      "10,000 or more waiting to be sent, the first due for 47 minutes.",
    ]) {
      expect(screen.getByText(sentence)).toBeTruthy();
    }
    const cells = screen.getAllByRole("row").map((row) => row.textContent);
    expect(cells).toContain("invitationaddress refused14");
    expect(cells).toContain("reconcile_customer3 hours8");
    expect(cells).toContain("monthlyoverdue2");
  });

  test("offers to try again if it could not be loaded", async () => {
    let isUp = false;
    await open(() => (isUp ? { body: quiet } : refused(500, "internal", "Something went wrong.")));
    await screen.findByText("Failed to load the numbers");
    isUp = true;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("Nothing needs your attention.");
  });

  test("leads an operator without a second step to Settings", async () => {
    const message = "The operator's page needs a second step.";
    await open(refused(403, "operator_second_step_missing", message), "aal1");
    await screen.findByText("This page needs a second step.");
    const link = screen.getByRole("link", { name: "Add a second step" });
    expect(link.getAttribute("href")).toBe("/settings#second-step");
  });

  test("is the page for an unknown address for owners who are not operators", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    await open(refused(404, "not_found", "There is nothing at this address."));
    await screen.findByText("Oops! Page not found");
    expect(screen.queryByRole("navigation", { name: "Main" })).toBeNull();
    expect(logged).toHaveBeenCalledOnce();
  });

  test("is the same for someone who is signed out, without a call", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const asked = answerCalls({});
    await openApp("/admin");
    await screen.findByText("Oops! Page not found");
    expect(asked).toEqual([]);
    expect(logged).toHaveBeenCalledOnce();
  });
});

describe("/settings", () => {
  test.each([true, false])(
    "leads to the operator's page: %s, if the account is an operator's",
    async (isOperator) => {
      await openAsOwner("/settings", {
        "GET /api/account": { body: { ...account, is_operator: isOperator } },
      });
      await screen.findByRole("heading", { name: "Your data" });
      expect(screen.queryByRole("link", { name: "See how it is doing" }) !== null).toBe(isOperator);
    },
  );
});
