import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { answerCalls, closeBrowser, maya, openApp, signInThisBrowser } from "#web/testing/app.tsx";

afterEach(closeBrowser);

const account = {
  user_id: maya.id,
  email: maya.email,
  email_proven: true,
  full_name: "Maya",
  time_zone: "UTC",
  notify_responses: true,
  notify_deadlines: true,
  notify_weekly: false,
  email_change: null,
  has_password: true,
};
const saved = (changes: unknown) => ({ body: Object.assign({}, account, changes) });
const around = {
  "GET /api/account": { body: account },
  "GET /api/sessions": { body: { sessions: [] } },
  "GET /auth/v1/user": { body: maya },
};

describe("/settings", () => {
  test("saves the name at once, and asks auth for nothing", async () => {
    const asked = answerCalls({
      ...around,
      "PATCH /api/account": saved,
    });
    signInThisBrowser();
    await openApp("/settings");
    const name = await screen.findByLabelText("Full Name");
    await userEvent.clear(name);
    await userEvent.type(name, " Maya Lind ");
    await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    await screen.findByText("Changes saved");
    expect(asked.filter(({ call }) => !call.startsWith("GET"))).toEqual([
      { call: "PATCH /api/account", body: { full_name: "Maya Lind" } },
    ]);
  });

  test("saves only the boxes that were ticked or unticked", async () => {
    const asked = answerCalls({ ...around, "PATCH /api/account": saved });
    signInThisBrowser();
    await openApp("/settings");
    await userEvent.click(await screen.findByRole("checkbox", { name: "Weekly summary" }));
    await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    await screen.findByText("Changes saved");
    expect(asked.find(({ call }) => call.startsWith("PATCH"))?.body).toEqual({
      notify_weekly: true,
    });
  });

  test("a new address counts only after its links: the field goes back and says where they went", async () => {
    let present = account;
    const asked = answerCalls({
      ...around,
      "GET /api/account": () => ({ body: present }),
      "PUT /auth/v1/user": () => {
        const waits_for = ["new_address", "old_address"];
        present = saved({ email_change: { new_email: "noor@example.com", waits_for } }).body;
        return { body: { ...maya, new_email: "noor@example.com" } };
      },
      "POST /auth/v1/resend": { body: {} },
    });
    signInThisBrowser();
    await openApp("/settings");
    const email = await screen.findByLabelText("Email");
    await userEvent.clear(email);
    await userEvent.type(email, "noor@example.com");
    await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    await screen.findByText("We sent a link to noor@example.com. Follow it to finish.");
    expect(email).toHaveProperty("value", maya.email);
    await screen.findByText(`noor@example.com and ${maya.email}`);
    const wish = asked.find(({ call }) => call === "PUT /auth/v1/user");
    expect(wish?.body).toMatchObject({ email: "noor@example.com" });
    await userEvent.click(screen.getByRole("button", { name: "Send again" }));
    await screen.findByText("Sent again");
    expect(asked.find(({ call }) => call === "POST /auth/v1/resend")?.body).toMatchObject({
      type: "email_change",
      email: maya.email,
    });
  });

  test("what could not be saved stays as it was typed", async () => {
    answerCalls({
      ...around,
      "PATCH /api/account": { status: 500, body: { code: "internal", message: "It broke." } },
    });
    signInThisBrowser();
    await openApp("/settings");
    const name = await screen.findByLabelText("Full Name");
    await userEvent.type(name, " Lind");
    await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    await screen.findByText("It broke.");
    expect(name).toHaveProperty("value", "Maya Lind");
  });

  test("an address that is none is refused before anything is asked", async () => {
    const asked = answerCalls(around);
    signInThisBrowser();
    await openApp("/settings");
    await userEvent.type(await screen.findByLabelText("Email"), "@");
    await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Validation ErrorInvalid email address",
    );
    expect(asked.every(({ call }) => call.startsWith("GET"))).toBe(true);
  });

  test("a section that cannot be loaded says so in its place, and the others stay", async () => {
    let isBroken = true;
    answerCalls({
      ...around,
      "GET /api/sessions": () =>
        isBroken
          ? { status: 500, body: { code: "internal", message: "It broke." } }
          : { body: { sessions: [] } },
    });
    signInThisBrowser();
    await openApp("/settings");
    await screen.findByLabelText("Full Name");
    const [again] = await screen.findAllByRole("button", { name: "Try again" });
    isBroken = false;
    await userEvent.click(again as HTMLElement);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Try again" })).toBeNull());
  });

  test("a download that breaks off says so, and can be tried again", async () => {
    answerCalls({
      ...around,
      "GET /api/account/download": {
        status: 503,
        body: { code: "unavailable", message: "Later." },
      },
    });
    signInThisBrowser();
    await openApp("/settings");
    await userEvent.click(await screen.findByRole("button", { name: "Download everything" }));
    expect((await screen.findAllByText("Later.")).length).toBeGreaterThan(0);
    expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  });
});
