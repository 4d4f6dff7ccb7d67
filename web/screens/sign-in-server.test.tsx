import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type Answers,
  account,
  answerCalls,
  maya,
  nothingBought,
  openApp,
  openAsOwner,
  refused,
  sessionOf,
} from "#web/testing/app.tsx";

/** A person at the sign-in server, whose calls are below its base address. */
const there = { ...maya, aud: "authenticated", app_metadata: {}, user_metadata: {}, factors: [] };
const around: Answers = {
  "GET /api/account": { body: { ...account, has_password: false } },
  "GET /api/billing": { body: nothingBought },
  "GET /base/user": { body: there },
  "GET /base/settings": { body: { external: { google: true, email: true } } },
};

const accepting: Answers = {
  ...around,
  "POST /base/token": { body: sessionOf("aal1") },
  "GET /api/circles": { body: { circles: [] } },
};

beforeEach(() => {
  const meta = document.createElement("meta");
  meta.name = "paraline-sign-in-server";
  meta.content = "https://auth.example/base publishable";
  document.head.append(meta);
});
afterEach(() => {
  document.head.querySelector("meta[name=paraline-sign-in-server]")?.remove();
});

async function signIn() {
  await userEvent.type(screen.getByLabelText("Email"), maya.email);
  await userEvent.type(screen.getByLabelText("Password"), "correct horse");
  await userEvent.click(screen.getByRole("button", { name: "Sign In" }));
  await screen.findByText("Welcome back!");
}

describe("/auth, where people sign in at another server", () => {
  test("says so, offers its providers, and signs in there", async () => {
    const asked = answerCalls(accepting);
    await openApp("/auth");
    await screen.findByText(/with your account at auth\.example$/);
    await screen.findByRole("button", { name: "Continue with Google" });
    await signIn();
    expect(asked.filter(({ call }) => call.startsWith("POST"))).toMatchObject([
      { call: "POST /base/token", body: { email: maya.email, password: "correct horse" } },
    ]);
  });

  test("sends nothing of a session that began at this server, and keeps that session stored", async () => {
    const own = sessionOf("aal1");
    const kept = JSON.stringify({ ...own, expires_at: 1_700_000_000, refresh_token: "of here" });
    localStorage.setItem("paraline.auth", kept);
    const asked = answerCalls(accepting);
    await openApp("/circles");
    await screen.findByRole("button", { name: "Sign In" });
    expect(asked.filter(({ call }) => /token|logout|circles/.test(call))).toEqual([]);

    await signIn();
    expect(localStorage.getItem("paraline.auth")).toBe(kept);
  });

  test("does not say after a recovery there that the old password no longer works", async () => {
    const { router } = await openAsOwner("/auth?mode=new-password", around);
    await screen.findByRole("heading", { name: "Choose a new password" });
    expect(screen.queryByText(/old password no longer works/)).toBeNull();
    expect(router.state.location.pathname).toBe("/auth");
  });

  test("offers no sign-up if that server accepts no one", async () => {
    answerCalls({ ...around, "GET /base/settings": { body: { disable_signup: true } } });
    await openApp("/auth");
    await screen.findByText("New accounts can't be created on this server.");
    expect(screen.queryByRole("button", { name: /Sign up/ })).toBeNull();
  });

  test("tells someone who gets no account here why, and signs them out", async () => {
    const message = "Your email address belongs to another account here.";
    const { router, asked } = await openAsOwner("/circles", {
      ...around,
      "GET /api/account": refused(403, "account_address_taken", message),
      "GET /api/circles": refused(403, "account_address_taken", message),
      "POST /base/logout": { status: 200, body: {} },
    });
    await screen.findByText(message);
    await screen.findByRole("button", { name: "Sign In" });
    expect(router.state.location.pathname).toBe("/auth");
    expect(asked.map(({ call }) => call)).toContain("POST /base/logout");
  });
});

describe("Settings, where people sign in at another server", () => {
  test("shows nothing that only this server's own sign-in has", async () => {
    const { asked } = await openAsOwner("/settings", around);
    await screen.findByText("auth.example");
    const email = screen.getByLabelText("Email");
    expect(email.hasAttribute("readonly")).toBe(true);
    await screen.findByRole("button", { name: "Add an authenticator app" });
    for (const title of [
      "Passkeys",
      "Password",
      "Recovery codes",
      "Connected apps",
      "Where you are signed in",
    ]) {
      expect(screen.queryByRole("heading", { name: title })).toBeNull();
    }
    const calls = asked.map(({ call }) => call);
    expect(calls.filter((call) => /auth\/v1|sessions|passkeys/.test(call))).toEqual([]);
  });

  test("requests the link for a new password, and signs out elsewhere", async () => {
    const { asked } = await openAsOwner("/settings", {
      ...around,
      "POST /base/recover": { body: {} },
      "POST /base/logout": { body: {} },
    });
    await userEvent.click(
      await screen.findByRole("button", { name: "Email me a link to choose a new password" }),
    );
    await screen.findByText("Email sent");
    await userEvent.click(screen.getByRole("button", { name: "Sign out everywhere else" }));
    await screen.findByText("Signed out everywhere else");
    expect(asked.map(({ call }) => call)).toEqual(
      expect.arrayContaining(["POST /base/recover", "POST /base/logout"]),
    );
  });

  test("says that deleting leaves the account at that server, and asks for no password", async () => {
    const { asked } = await openAsOwner("/settings", {
      ...around,
      "DELETE /api/account": { body: { status: "deleted" } },
      "POST /base/logout": { body: {} },
    });
    await screen.findByText(/auth\.example keeps the account that you sign in with/);
    await userEvent.click(screen.getByRole("button", { name: "Delete my account" }));
    await userEvent.type(await screen.findByLabelText("Your email address"), maya.email);
    expect(screen.queryByLabelText("Password")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Delete for good" }));
    await screen.findByText("Your account has been deleted");
    expect(asked).toContainEqual({ call: "DELETE /api/account", body: { email: maya.email } });
  });
});
