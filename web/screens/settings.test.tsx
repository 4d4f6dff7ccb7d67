import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { Billing, Subscription } from "#contract/billing/billing.ts";
import { portalReturnPath } from "#contract/paths.ts";
import {
  type Answers,
  account,
  createFactor,
  createSession,
  maya,
  nothingBought,
  openAsOwner,
  refused,
  stubTabs,
  userWith,
} from "#web/testing/app.tsx";

const saved = (changes: unknown) => ({ body: Object.assign({}, account, changes) });
const around = {
  "GET /api/account": { body: account },
  "GET /api/billing": { body: nothingBought },
  "GET /api/sessions": { body: { sessions: [] } },
  "GET /auth/v1/user": { body: maya },
  "GET /auth/v1/user/oauth/grants": { body: [] },
};

describe("/settings", () => {
  test("saves the name at once, and makes no call to auth", async () => {
    const { asked } = await openAsOwner("/settings", {
      ...around,
      "PATCH /api/account": saved,
    });
    const name = await screen.findByLabelText("Full Name");
    await userEvent.clear(name);
    await userEvent.type(name, " Maya Lind ");
    await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    await screen.findByText("Changes saved");
    expect(asked.filter(({ call }) => !call.startsWith("GET"))).toEqual([
      { call: "PATCH /api/account", body: { full_name: "Maya Lind" } },
    ]);
  });

  test("an account without a password gets one by an emailed code", async () => {
    let hasPassword = false;
    const { asked } = await openAsOwner("/settings", {
      ...around,
      "GET /api/account": () => ({ body: { ...account, has_password: hasPassword } }),
      "GET /auth/v1/reauthenticate": { body: {} },
      "PUT /auth/v1/user": () => {
        hasPassword = true;
        return { body: maya };
      },
    });
    await screen.findByText(/Your account has no password/);
    expect(screen.queryByLabelText("Current password")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Email me a code to choose one" }));
    const code = await screen.findByLabelText("Code");
    expect(document.activeElement).toBe(code);
    await userEvent.type(code, "123 456");
    await userEvent.type(screen.getByLabelText("New password"), "another horse");
    await userEvent.click(screen.getByRole("button", { name: "Save password" }));
    await screen.findByText("Password changed");
    const changed = asked.find(({ call }) => call === "PUT /auth/v1/user");
    expect(changed?.body).toMatchObject({ nonce: "123456", password: "another horse" });
    await screen.findByLabelText("Current password");
  });

  test("a forgotten current password is replaced by an emailed code, and a wrong code is said at its field", async () => {
    await openAsOwner("/settings", {
      ...around,
      "GET /auth/v1/reauthenticate": { body: {} },
      "PUT /auth/v1/user": refused(
        422,
        "reauthentication_not_valid",
        "Nonce has expired or is invalid",
      ),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Email me a code instead" }));
    await userEvent.type(await screen.findByLabelText("Code"), "123456");
    await userEvent.type(screen.getByLabelText("New password"), "another horse");
    await userEvent.click(screen.getByRole("button", { name: "Save password" }));
    expect((await screen.findByRole("alert")).textContent).toContain("This code is wrong");
    expect(screen.getByLabelText("Code").getAttribute("aria-invalid")).toBe("true");
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await screen.findByLabelText("Current password");
  });

  test("saves only the boxes that were ticked or unticked", async () => {
    const { asked } = await openAsOwner("/settings", { ...around, "PATCH /api/account": saved });
    const weekly = await screen.findByRole("checkbox", { name: "Weekly summary" });
    const dates = screen.getByRole("checkbox", {
      name: "Circle deadline reminders",
      description: /on review dates\.$/,
    });
    const responses = screen.getByRole("checkbox", { name: "New responses to my Circles" });
    expect([responses, dates, weekly]).toMatchObject([
      { checked: true },
      { checked: true },
      { checked: false },
    ]);
    await userEvent.click(weekly);
    await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    await screen.findByText("Changes saved");
    expect(asked.find(({ call }) => call.startsWith("PATCH"))?.body).toEqual({
      notify_weekly: true,
    });
  });

  test("a new address takes effect only after its links; the field shows the current one and says where they were sent", async () => {
    let present = account;
    const { asked } = await openAsOwner("/settings", {
      ...around,
      "GET /api/account": () => ({ body: present }),
      "PUT /auth/v1/user": () => {
        const waitsFor = ["new_address", "old_address"];
        present = saved({
          email_change: { new_email: "noor@example.com", waits_for: waitsFor },
        }).body;
        return { body: { ...maya, new_email: "noor@example.com" } };
      },
      "POST /auth/v1/resend": { body: {} },
    });
    const email = await screen.findByLabelText("Email");
    await userEvent.clear(email);
    await userEvent.type(email, "noor@example.com");
    await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    await screen.findByText("We sent a link to noor@example.com. Follow it to finish.");
    expect(email).toHaveProperty("value", maya.email);
    await screen.findByText(`noor@example.com and ${maya.email}`);
    const updateCall = asked.find(({ call }) => call === "PUT /auth/v1/user");
    expect(updateCall?.body).toMatchObject({ email: "noor@example.com" });
    await userEvent.click(screen.getByRole("button", { name: "Send again" }));
    await screen.findByText("Sent again");
    expect(asked.find(({ call }) => call === "POST /auth/v1/resend")?.body).toMatchObject({
      type: "email_change",
      email: maya.email,
    });
  });

  test("what could not be saved stays as it was typed", async () => {
    await openAsOwner("/settings", {
      ...around,
      "PATCH /api/account": refused(500, "internal", "It broke."),
    });
    const name = await screen.findByLabelText("Full Name");
    await userEvent.type(name, " Lind");
    await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    await screen.findByText("It broke.");
    expect(name).toHaveProperty("value", "Maya Lind");
  });

  test("an invalid address is refused before any request", async () => {
    const { asked } = await openAsOwner("/settings", around);
    await userEvent.type(await screen.findByLabelText("Email"), "@");
    await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Validation ErrorInvalid email address",
    );
    expect(asked.every(({ call }) => call.startsWith("GET"))).toBe(true);
  });

  test.each([
    ["current_password_required", 400, "Please enter your current password."],
    ["current_password_invalid", 400, "Your current password is not correct."],
    ["over_request_rate_limit", 429, "Too many password attempts. Please try again in 15 minutes."],
  ])(
    "a refused password change (%s) says why at the current password",
    async (code, status, message) => {
      await openAsOwner("/settings", {
        ...around,
        "PUT /auth/v1/user": { status, body: { code, message } },
      });
      const present = await screen.findByLabelText("Current password");
      await userEvent.type(present, "saturdays");
      await userEvent.type(screen.getByLabelText("New password"), "mondays");
      await userEvent.click(screen.getByRole("button", { name: "Change password" }));
      await waitFor(() => expect(document.activeElement).toBe(present));
      const described = present.getAttribute("aria-describedby")?.split(" ") ?? [];
      expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(message);
      expect(screen.getByLabelText("New password")).toHaveProperty("value", "mondays");
    },
  );

  describe("asks for the current password if signing in was too long ago", () => {
    const required = refused(
      400,
      "current_password_required",
      "Please enter your current password.",
    );
    const wrong = refused(400, "current_password_invalid", "Your current password is not correct.");

    const judge = (body: unknown, answer: object) => {
      const { current_password } = body as { current_password?: string };
      if (current_password === undefined) return required;
      return current_password === "saturdays" ? { body: answer } : wrong;
    };

    /** Acts like a person who mistypes the password first, and then enters the right one. */
    const passByPassword = async (click: () => Promise<unknown>) => {
      await click();
      const field = await screen.findByLabelText("Your current password");
      await waitFor(() => expect(document.activeElement).toBe(field));
      await click();
      await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
      await screen.findByText("Please enter your current password");
      await userEvent.type(field, "mondays");
      await click();
      // The message is only at the field, because on a phone a toast would cover it.
      await screen.findByText("Your current password is not correct.");
      await waitFor(() => expect(document.activeElement).toBe(field));
      await userEvent.clear(field);
      await userEvent.type(field, "saturdays");
      await click();
      await waitFor(() => expect(screen.queryByLabelText("Your current password")).toBeNull());
    };

    test("another address needs the current password if signing in was too long ago", async () => {
      const { asked } = await openAsOwner("/settings", {
        ...around,
        "PUT /auth/v1/user": (body) => judge(body, maya),
      });
      const email = await screen.findByLabelText("Email");
      await userEvent.clear(email);
      await userEvent.type(email, "noor@example.com");
      await passByPassword(() =>
        userEvent.click(screen.getByRole("button", { name: "Save Changes" })),
      );
      await screen.findByText("We sent a link to noor@example.com. Follow it to finish.");
      expect(asked.findLast(({ call }) => call === "PUT /auth/v1/user")?.body).toMatchObject({
        email: "noor@example.com",
        current_password: "saturdays",
      });
    });

    const factor = createFactor("totp", { friendly_name: "My phone" });
    const openWithFactors = (factors: unknown[]) =>
      openAsOwner(
        "/settings",
        {
          ...around,
          ...userWith(factors),
          "POST /auth/v1/factors": (body) =>
            judge(body, {
              id: factor.id,
              type: "totp",
              friendly_name: "My phone",
              totp: { qr_code: "<svg/>", secret: "ABCDEFGH", uri: "otpauth://totp/x" },
            }),
          [`DELETE /auth/v1/factors/${factor.id}`]: (body) => judge(body, { id: factor.id }),
          "POST /auth/v1/token": { body: createSession("aal1") },
        },
        createSession("aal2", factors),
      );

    test("adding an authenticator app needs the current password if signing in was too long ago", async () => {
      await openWithFactors([]);
      await userEvent.click(await screen.findByRole("button", { name: /^Add an authenticator/ }));
      await userEvent.type(screen.getByLabelText("Name of this authenticator"), "My phone");
      await passByPassword(() => userEvent.click(screen.getByRole("button", { name: "Continue" })));
      await screen.findByText("ABCD EFGH");
    });

    test("removing an authenticator app needs the current password if signing in was too long ago", async () => {
      await openWithFactors([factor]);
      await userEvent.click(await screen.findByRole("button", { name: /^Remove\s*My phone$/ }));
      const dialog = within(await screen.findByRole("dialog"));
      await passByPassword(() => userEvent.click(dialog.getByRole("button", { name: "Remove" })));
      await screen.findByText("Authenticator removed");
    });
  });

  describe("recovery codes", () => {
    const app = createFactor("totp", { friendly_name: "Kept" });
    const codesFactor = createFactor("recovery_code", { id: "r1" });
    const codes = Array.from({ length: 10 }, (_, index) => `k4m9x7qp2ab8ht${index}z`);
    const openWith = (factors: unknown[], answers: Answers = {}) =>
      openAsOwner(
        "/settings",
        {
          ...around,
          ...userWith(factors),
          "GET /auth/v1/settings": { body: { sms_provider: "" } },
          "POST /auth/v1/token": { body: createSession("aal2", factors) },
          ...answers,
        },
        createSession("aal2", factors),
      );
    const counted = (remaining: number) => ({
      "GET /auth/v1/factors/recovery-codes": {
        body: { id: codesFactor.id, type: "recovery_code", total: 10, remaining },
      },
    });

    test("are not shown for an account without a second step", async () => {
      await openWith([]);
      await screen.findByRole("button", { name: /^Add an authenticator/ });
      expect(screen.queryByRole("heading", { name: "Recovery codes" })).toBeNull();
      expect(screen.queryByRole("heading", { name: "Phones" })).toBeNull();
    });

    test("an app stays while a phone that gets no texts would be the only second step, with a sentence that says so", async () => {
      const phone = createFactor("phone", { id: "p1" });
      const sentence = "Codes cannot be sent to phones at the moment. Remove your phone first.";
      await openWith([{ ...app, friendly_name: "My app" }, phone], {
        [`DELETE /auth/v1/factors/${app.id}`]: refused(
          422,
          "mfa_phone_verify_not_enabled",
          sentence,
        ),
      });
      await screen.findByText(
        /^No texts can be sent at the moment, so you cannot sign in with a phone\./,
      );
      await userEvent.click(await screen.findByRole("button", { name: /^Remove\s*My app$/ }));
      const dialog = within(await screen.findByRole("dialog"));
      await userEvent.click(dialog.getByRole("button", { name: "Remove" }));
      await dialog.findByText(sentence);
    });

    test("are shown once when they are made, and copied in groups", async () => {
      const { asked } = await openWith([app], {
        "POST /auth/v1/factors/recovery-codes": {
          body: { id: codesFactor.id, type: "recovery_code", total: 10, codes },
        },
      });
      await userEvent.click(await screen.findByRole("button", { name: "Make recovery codes" }));
      const list = await screen.findByRole("list", { name: "Your recovery codes" });
      expect(within(list).getAllByRole("listitem")).toHaveLength(10);
      const written: string[] = [];
      const writeText = async (text: string) => {
        written.push(text);
      };
      Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
      await userEvent.click(screen.getByRole("button", { name: "Copy" }));
      await screen.findByText("Recovery codes copied");
      expect(written[0]).toContain(maya.email);
      expect(written[0]).toContain("k4m9-x7qp-2ab8-ht0z");
      await userEvent.click(screen.getByRole("button", { name: "I have stored them" }));
      expect(screen.queryByRole("list", { name: "Your recovery codes" })).toBeNull();
      expect(document.activeElement?.textContent).toBe("Recovery codes");
      expect(
        asked.filter(({ call }) => call === "POST /auth/v1/factors/recovery-codes"),
      ).toHaveLength(1);
    });

    test("are replaced with the current password if signing in was too long ago", async () => {
      const required = refused(400, "current_password_required", "Please enter your password.");
      await openWith([app, codesFactor], {
        ...counted(7),
        "POST /auth/v1/factors/recovery-codes/regenerate": (body) =>
          (body as { current_password?: string }).current_password === "saturdays"
            ? { body: { id: codesFactor.id, type: "recovery_code", total: 10, codes } }
            : required,
      });
      await screen.findByText(/^7 of 10 codes are left\./);
      expect(screen.queryByText("Few left")).toBeNull();
      await userEvent.click(screen.getByRole("button", { name: "Make new codes" }));
      const dialog = within(await screen.findByRole("dialog"));
      await userEvent.click(dialog.getByRole("button", { name: "Make new codes" }));
      await userEvent.type(await screen.findByLabelText("Your current password"), "saturdays");
      await userEvent.click(dialog.getByRole("button", { name: "Make new codes" }));
      await screen.findByRole("list", { name: "Your recovery codes" });
    });

    test.each([
      [3, "Few left", /^3 of 10 codes are left\. Make new ones before you need the last one\./],
      [1, "Few left", /^1 of 10 codes is left\./],
      [0, "None left", /^You have used all of your codes\. Make new ones/],
    ])("warn when %i are left", async (remaining, badge, sentence) => {
      await openWith([app, codesFactor], counted(remaining));
      await screen.findByText(sentence);
      screen.getByText(badge);
    });
  });

  test("says why no email arrives, and turns emails back on", async () => {
    await openAsOwner("/settings", {
      ...around,
      "GET /api/account": { body: { ...account, mail_stopped: true } },
      "POST /api/account/get-mail-again": { body: account },
    });
    await screen.findByText(/Turning emails back on also lets other people's invitations/);
    await userEvent.click(screen.getByRole("button", { name: "Turn emails back on" }));
    await screen.findByText("Emails are back on");
    expect(screen.queryByText(/You asked for no more emails/)).toBeNull();
    expect(document.activeElement?.textContent).toBe("Notifications");
  });

  test("does not turn emails back on for an address that is not proven yet", async () => {
    await openAsOwner("/settings", {
      ...around,
      "GET /api/account": { body: { ...account, mail_stopped: true, email_proven: false } },
    });
    await screen.findByText(/To turn emails back on, confirm your address/);
    expect(screen.queryByRole("button", { name: "Turn emails back on" })).toBeNull();
  });

  const keptCodes = createFactor("recovery_code", { id: "r1" });
  test.each<[string, string, unknown, RegExp]>([
    ["GET /api/sessions", "your devices", { sessions: [] }, /^If you don't recognize one/],
    ["GET /auth/v1/user/oauth/grants", "your connected apps", [], /^No app is connected\.$/],
    [
      "GET /auth/v1/factors/recovery-codes",
      "your recovery codes",
      { id: keptCodes.id, type: "recovery_code", total: 10, remaining: 5 },
      /^5 of 10 codes are left\./,
    ],
  ])(
    "what could not be loaded says so in its place, and is loaded again: %s",
    async (call, what, body, words) => {
      let isBroken = true;
      const factors = [createFactor("totp"), keptCodes];
      await openAsOwner(
        "/settings",
        {
          ...around,
          ...userWith(factors),
          [call]: () => (isBroken ? refused(500, "unexpected_failure", "It broke.") : { body }),
        },
        createSession("aal2", factors),
      );
      await screen.findByLabelText("Full Name");
      const again = await screen.findByRole("button", { name: "Try again" });
      expect(again.parentElement?.textContent).toContain(`Failed to load ${what}`);
      isBroken = false;
      await userEvent.click(again);
      await screen.findByText(words);
      expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
    },
  );

  test("a download that breaks off says so, and can be tried again", async () => {
    const save = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:file");
    let isAway = true;
    await openAsOwner("/settings", {
      ...around,
      "GET /api/account/download": () =>
        isAway ? refused(503, "unavailable", "Later.") : { body: {} },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Download everything" }));
    expect((await screen.findAllByText("Later.")).length).toBeGreaterThan(0);
    isAway = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("Download ready");
    expect(save).toHaveBeenCalledOnce();
    vi.restoreAllMocks();
  });
});

describe("Plan and billing", () => {
  async function openBilling(billing: Partial<Billing>, answers: Answers = {}) {
    await openAsOwner("/settings", {
      ...around,
      "GET /api/billing": { body: { ...nothingBought, ...billing } },
      ...answers,
    });
    return within(await screen.findByRole("region", { name: "Plan and billing" }));
  }
  const subscription: Subscription = {
    kind: "annual",
    status: "active",
    renews_on: "2027-11-02",
    ends_on: null,
    grace_ends_on: null,
    price_cents: 12_900,
    currency: "usd",
    adds_tax: null,
    pay_url: null,
  };

  test("says that nothing has been bought yet, and leads to the prices", async () => {
    const section = await openBilling({});
    await section.findByText("No subscription");
    expect(screen.queryByText(/ends right away/)).toBeNull();
    expect(section.getByRole("link", { name: "See prices" }).getAttribute("href")).toBe("/pricing");
    expect(section.queryByRole("button", { name: /Manage billing/ })).toBeNull();
  });

  test("says next to the deletion of the account which purchases are lost with it", async () => {
    await openBilling({ subscription, credits_count: 1 });
    await screen.findByText(
      "Your subscription ends right away, even if you have paid for longer. Your single unlocks are deleted too.",
    );
  });

  test("says next to the deletion of the account what may be lost, if purchases could not be loaded", async () => {
    await openBilling({}, { "GET /api/billing": refused(500, "internal", "It broke.") });
    await screen.findByText(/^If you have bought anything, it is deleted too/);
  });

  test("says next to the deletion of the account that a credit balance is lost, to those who have invoices", async () => {
    await openBilling({ has_portal: true });
    await screen.findByText(/^If your invoices show a credit balance, it is lost/);
  });

  test("says that everything is unlocked if nothing is sold", async () => {
    const section = await openBilling({ mode: "off", is_everything_unlocked: true });
    await section.findByText("On this server everything is unlocked, and nothing is charged.");
    expect(section.queryByText("No subscription")).toBeNull();
  });

  test.each<[string, Partial<Subscription>, string]>([
    ["renews", {}, "Renews on Nov 02, 2027."],
    [
      "was cancelled",
      { renews_on: null, ends_on: "2026-12-02" },
      "Cancelled. Everything stays unlocked until Dec 02, 2026; then your paralines lock, except those you bought one by one.",
    ],
    [
      "was cancelled for a day after its next payment",
      { renews_on: "2027-11-02", ends_on: "2028-03-02" },
      "Cancelled. It still renews on Nov 02, 2027, and ends on Mar 02, 2028; then your paralines lock, except those you bought one by one.",
    ],
    [
      "could not be paid",
      { status: "past_due", grace_ends_on: "2026-11-05" },
      "The last payment has not arrived. Everything stays unlocked until Nov 05, 2026; please check your card or bank account.",
    ],
  ])("says of a subscription that it %s", async (_, changes, words) => {
    const section = await openBilling({
      has_portal: true,
      is_everything_unlocked: true,
      subscription: { ...subscription, ...changes },
    });
    await section.findByText("Unlimited, $129/year");
    section.getByText(words);
    section.getByRole("button", { name: "Manage billing (opens in a new tab)" });
  });

  test.each<[string, Partial<Subscription>, string]>([
    [
      "failed, and its grace is over",
      { status: "unpaid", grace_ends_on: "2026-11-05" },
      "A payment has not arrived, so this plan unlocks nothing. You can pay or cancel it below. You can subscribe again once it has ended.",
    ],
    [
      "failed, and which is cancelled",
      { status: "unpaid", renews_on: null, ends_on: "2027-11-02" },
      "A payment has not arrived, so this plan unlocks nothing. It is cancelled and ends on Nov 02, 2027.",
    ],
  ])(
    "names a subscription that unlocks nothing because its payment %s",
    async (_, changes, words) => {
      const section = await openBilling({
        has_portal: true,
        subscription: { ...subscription, ...changes },
      });
      await section.findByText("Unlimited, $129/year");
      section.getByText(words);
      expect(section.queryByText("No subscription")).toBeNull();
      section.getByRole("button", { name: "Manage billing (opens in a new tab)" });
    },
  );

  test.each<[string, Partial<Subscription>, string, string | undefined]>([
    [
      "an old price",
      { price_cents: 9_900 },
      "Unlimited, $99/year",
      "You keep the price you subscribed at. For new subscribers it is $129/year.",
    ],
    [
      "another currency",
      { price_cents: 950, currency: "eur", kind: "monthly" },
      "Unlimited, €9.50/month",
      "You keep the price you subscribed at. For new subscribers it is $15/month.",
    ],
    [
      "an old price that they do not keep, because they have cancelled",
      { price_cents: 9_900, renews_on: null, ends_on: "2027-11-02" },
      "Unlimited, $99/year",
      "For new subscribers it is $129/year.",
    ],
    ["a price that is not known", { price_cents: null }, "Unlimited, annual", undefined],
  ])("says what a subscriber with %s pays", async (_, changes, plan, words) => {
    const section = await openBilling({
      has_portal: true,
      is_everything_unlocked: true,
      subscription: { ...subscription, ...changes },
    });
    await section.findByText(plan);
    if (words !== undefined) section.getByText(words);
    else expect(section.queryByText(/you pay|You keep/)).toBeNull();
  });

  test.each<[Subscription["adds_tax"], boolean, boolean]>([
    [null, true, true],
    [null, false, false],
    [true, false, true],
    [false, true, false],
  ])(
    "says whether tax is added to what a subscriber pays (%s), which may differ from what is sold now (%s)",
    async (own, sold, isAdded) => {
      const section = await openBilling({
        is_everything_unlocked: true,
        subscription: { ...subscription, adds_tax: own },
        adds_tax: sold,
      });
      await section.findByText("Unlimited, $129/year");
      expect(section.queryByText("Tax is added where it applies to you.") !== null).toBe(isAdded);
    },
  );

  test("leads to the page where a payment that failed can be made", async () => {
    const section = await openBilling({
      has_portal: true,
      subscription: {
        ...subscription,
        status: "past_due",
        grace_ends_on: "2026-11-05",
        pay_url: "https://pay.test/invoice",
      },
    });
    const link = await section.findByRole("link", { name: "Pay now (opens in a new tab)" });
    expect(link.getAttribute("href")).toBe("https://pay.test/invoice");
  });

  test("leads to the prices when the provider no longer knows the customer", async () => {
    stubTabs();
    const section = await openBilling(
      { has_portal: true, subscription },
      { "POST /api/billing/portal": refused(409, "portal_none", "Nothing to manage.") },
    );
    await userEvent.click(await section.findByRole("button", { name: /^Manage billing/ }));
    await section.findByText("Nothing to manage.");
    expect(section.getByRole("link", { name: "See prices" }).getAttribute("href")).toBe("/pricing");
  });

  test("refreshes from the provider when the owner returns from there, and shows the result", async () => {
    const cancelled = { ...subscription, renews_on: null, ends_on: "2027-11-02" };
    const changed = { ...nothingBought, subscription: cancelled };
    await openAsOwner(portalReturnPath, {
      ...around,
      "POST /api/billing/refresh": { body: changed },
    });
    await screen.findByText(/^Cancelled\. Everything stays unlocked until Nov 02, 2027; then/);
  });

  test.each([
    ["link", "Pay now (opens in a new tab)"],
    ["button", "Manage billing (opens in a new tab)"],
  ])(
    "asks the provider when the owner comes back to this tab from the one that a %s opened",
    async (role, name) => {
      stubTabs();
      const section = await openBilling(
        {
          has_portal: true,
          subscription: {
            ...subscription,
            status: "unpaid",
            pay_url: "https://pay.test/invoice",
          },
        },
        {
          "POST /api/billing/portal": { body: { url: "https://pay.test/portal" } },
          "POST /api/billing/refresh": { body: { ...nothingBought, subscription } },
        },
      );
      await userEvent.click(await section.findByRole(role, { name }));
      section.getByText(/^A payment has not arrived/);
      fireEvent(window, new Event("visibilitychange"));
      await section.findByText("Renews on Nov 02, 2027.");
    },
  );

  test("says when the provider's page cannot be opened, closes its empty tab, and opens it on the next click", async () => {
    const words = "The billing page could not be opened. Please try again.";
    const { tab } = stubTabs();
    let isAway = true;
    const section = await openBilling(
      { has_portal: true, subscription },
      {
        "POST /api/billing/portal": () =>
          isAway
            ? refused(503, "portal_failed", words)
            : { body: { url: "https://pay.test/portal" } },
      },
    );
    const manage = await section.findByRole("button", { name: /^Manage billing/ });
    await userEvent.click(manage);
    await screen.findByText(words);
    expect(tab.close).toHaveBeenCalledOnce();
    expect(tab.location.replace).not.toHaveBeenCalled();
    isAway = false;
    await userEvent.click(manage);
    await waitFor(() =>
      expect(tab.location.replace).toHaveBeenCalledWith("https://pay.test/portal"),
    );
    expect(tab.opener).toBeNull();
    expect(tab.close).toHaveBeenCalledOnce();
  });

  test("lists unlocks, unused credits and every payment with its receipt", async () => {
    const { tab } = stubTabs();
    const circle = { id: "7b0f9a3e-3f7c-4c1e-9a52-1d2b3c4d5e6f", title: "The bakery question" };
    const purchases: Partial<Billing> = {
      credits_count: 2,
      unlocked: [{ circle_id: circle.id, title: circle.title, unlocked_on: "2026-11-02" }],
      receipts: [
        {
          id: "1",
          kind: "single",
          circle,
          amount_cents: 500,
          currency: "usd",
          paid_on: "2026-11-02",
          state: "refunded",
          has_receipt: true,
        },
      ],
    };
    const section = await openBilling(purchases, {
      "POST /api/billing/receipt": (body) => ({
        body: { url: `https://pay.test/${JSON.stringify(body)}` },
      }),
    });
    await section.findByRole("heading", { name: "2 unused unlocks" });
    const link = section.getByRole("link", { name: circle.title });
    expect(link.getAttribute("href")).toBe(`/results?circle=${circle.id}`);
    section.getByText("Nov 02, 2026, $5, refunded");
    await userEvent.click(
      section.getByRole("button", { name: "Receipt of Nov 02, 2026 (opens in a new tab)" }),
    );
    await waitFor(() =>
      expect(tab.location.replace).toHaveBeenCalledWith('https://pay.test/{"receipt_id":"1"}'),
    );
  });
});

describe("Connected apps", () => {
  test("lists what each connected app may read, and disconnects it", async () => {
    const assistant = {
      client: { id: "c1", name: "Assistant", uri: "", logo_uri: "" },
      scopes: ["decisions:read"],
      granted_at: "2026-11-01T09:00:00.000Z",
      last_used_at: "2026-11-02T09:05:00.000Z",
    };
    let apps = [assistant];
    await openAsOwner("/settings", {
      ...around,
      "GET /auth/v1/user/oauth/grants": () => ({ body: apps }),
      "DELETE /auth/v1/user/oauth/grants": () => {
        apps = [];
        return { body: {} };
      },
    });
    const section = await screen.findByRole("region", { name: "Connected apps" });
    await within(section).findByText("May read your decisions");
    expect(within(section).getByText(/^Connected .*Nov/)).toBeTruthy();
    expect(within(section).getByText("Last used Nov 02, 2026 at 9:05 AM")).toBeTruthy();
    await userEvent.click(within(section).getByRole("button", { name: /^Disconnect/ }));
    const dialog = await screen.findByRole("dialog");
    await userEvent.click(within(dialog).getByRole("button", { name: "Disconnect" }));
    await screen.findByText("App disconnected");
    await within(section).findByText("No app is connected.");
  });
});

describe("connected accounts", () => {
  const lighthouse = { id: "custom:oidc", name: "Lighthouse" };
  const google = { id: "google", name: "Google" };
  const options = (manualLinking: boolean) => ({
    "GET /auth/v1/settings": {
      body: { providers: [google, lighthouse], manual_linking: manualLinking },
    },
  });
  const identity = {
    identity_id: "0c9d1a52-4c3f-4f0e-8d0b-5b1d7d0f3a11",
    id: "4711",
    provider: "google",
    identity_data: { email: "maya@gmail.example" },
    created_at: "2026-03-02T10:00:00Z",
  };
  const connected = { "GET /auth/v1/user": { body: { ...maya, identities: [identity] } } };

  test("are not mentioned if there are no providers", async () => {
    await openAsOwner("/settings", around);
    await screen.findByRole("heading", { name: "Authenticator apps" });
    expect(screen.queryByText("Connected accounts")).toBeNull();
  });

  test("are listed, and one is disconnected after confirmation, with the password if it is needed", async () => {
    let identities = [identity];
    const { asked } = await openAsOwner("/settings", {
      ...around,
      ...options(true),
      "GET /auth/v1/user": () => ({ body: { ...maya, identities } }),
      [`DELETE /auth/v1/user/identities/${identity.identity_id}`]: (body) => {
        if ((body as { current_password?: string }).current_password === undefined) {
          return refused(400, "current_password_required", "Please enter your current password.");
        }
        identities = [];
        return { body: {} };
      },
    });
    await screen.findByText("maya@gmail.example, connected Mar 02, 2026");
    await screen.findByRole("button", { name: "Connect Lighthouse" });
    expect(screen.queryByRole("button", { name: "Connect Google" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: /^Disconnect ?Google$/ }));
    const dialog = await screen.findByRole("dialog", { name: "Disconnect Google?" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Disconnect" }));
    await userEvent.type(
      await within(dialog).findByLabelText("Your current password"),
      "correct horse",
    );
    await userEvent.click(within(dialog).getByRole("button", { name: "Disconnect" }));
    await screen.findByText("Google disconnected");
    await screen.findByRole("button", { name: "Connect Google" });
    const calls = asked.filter(({ call }) => call.startsWith("DELETE"));
    expect(calls.map(({ body }) => body)).toEqual([{}, { current_password: "correct horse" }]);
  });

  test("the only way to sign in stays, and a password is offered", async () => {
    await openAsOwner("/settings", {
      ...around,
      ...options(true),
      ...connected,
      "GET /api/account": { body: { ...account, has_password: false } },
    });
    await screen.findByText(/This is the only way to sign in to your account/);
    const link = await screen.findByRole("link", { name: "set a password" });
    expect(link.getAttribute("href")).toBe("#password");
    expect(screen.queryByRole("button", { name: /^Disconnect ?Google$/ })).toBeNull();
  });

  test("are only listed if the operator does not let owners change them", async () => {
    await openAsOwner("/settings", { ...around, ...options(false), ...connected });
    await screen.findByText(/maya@gmail.example/);
    expect(screen.queryByRole("button", { name: /^(Dis)?[Cc]onnect/ })).toBeNull();
  });

  test("a refusal to connect one is shown in the dialog", async () => {
    await openAsOwner("/settings", {
      ...around,
      ...options(true),
      "POST /auth/v1/user/identities/authorize": refused(
        422,
        "provider_unavailable",
        "Lighthouse cannot be reached right now.",
      ),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Connect Lighthouse" }));
    const dialog = await screen.findByRole("dialog", { name: "Connect Lighthouse?" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Continue to Lighthouse" }));
    await within(dialog).findByText("Lighthouse cannot be reached right now.");
  });

  test("can be loaded again if that failed", async () => {
    let isUp = false;
    await openAsOwner("/settings", {
      ...around,
      ...options(true),
      "GET /auth/v1/user": () =>
        isUp ? connected["GET /auth/v1/user"] : refused(403, "user_banned", "No."),
    });
    await screen.findByText("Failed to load your connected accounts");
    isUp = true;
    const section = screen.getByText("Failed to load your connected accounts").parentElement;
    if (section?.parentElement == null) throw new Error("no section");
    await userEvent.click(within(section.parentElement).getByRole("button", { name: "Try again" }));
    await screen.findByText(/maya@gmail.example/);
  });
});
