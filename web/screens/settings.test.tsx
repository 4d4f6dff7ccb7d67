import { screen } from "@testing-library/react";
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
};
const saved = ({ full_name }: { full_name?: string }) => ({ body: { ...account, full_name } });

describe("/settings", () => {
  test("saves the name at once, and asks auth for nothing", async () => {
    const asked = answerCalls({
      "GET /api/account": { body: account },
      "PATCH /api/account": (body) => saved(body as { full_name?: string }),
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

  test("a new address counts only after its link: the field goes back and says where the link went", async () => {
    const asked = answerCalls({
      "GET /api/account": { body: account },
      "PUT /auth/v1/user": { body: { ...maya, new_email: "noor@example.com" } },
    });
    signInThisBrowser();
    await openApp("/settings");
    const email = await screen.findByLabelText("Email");
    await userEvent.clear(email);
    await userEvent.type(email, "noor@example.com");
    await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    await screen.findByText("We sent a link to noor@example.com. Follow it to finish.");
    expect(email).toHaveProperty("value", maya.email);
    expect(screen.getByText(/Your address changes once you have followed it/)).toBeTruthy();
    expect(asked.at(-1)?.body).toMatchObject({ email: "noor@example.com" });
  });

  test("an address that is none is refused before anything is asked", async () => {
    const asked = answerCalls({ "GET /api/account": { body: account } });
    signInThisBrowser();
    await openApp("/settings");
    await userEvent.type(await screen.findByLabelText("Email"), "@");
    await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Validation ErrorInvalid email address",
    );
    expect(asked.every(({ call }) => call.startsWith("GET"))).toBe(true);
  });
});
