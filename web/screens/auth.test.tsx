import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import {
  type Answers,
  account,
  answerCalls,
  createFactor,
  createSession,
  maya,
  openApp,
  openAsOwner,
  refused,
  signInThisBrowser,
  userWith,
} from "#web/testing/app.tsx";

const owner = {
  "GET /api/circles": { body: { circles: [] } },
  "GET /api/account": { body: account },
};

const config = (signUp: "open" | "invited" | "off") => ({
  billing: "off",
  confirms_email: signUp === "invited",
  sign_up: signUp,
  outbox: false,
  insights: { kind: "off" },
});

const factor = createFactor("totp");
const recoveryCodes = createFactor("recovery_code", { id: "r1" });
const challenged = {
  "POST /auth/v1/factors/f1/challenge": { body: { id: "c1", type: "totp", expires_at: 1 } },
};
const codesLeft = (remaining: number) => ({
  "GET /auth/v1/factors/recovery-codes": {
    body: { id: "r1", type: "recovery_code", total: 10, remaining },
  },
});

/** /auth with the server's responses, once its heading is there. */
async function openAuth(answers: Answers, address = "/auth", heading = "Welcome back") {
  const all = answerCalls({ "GET /api/config": { body: config("open") }, ...answers });
  const app = await openApp(address);
  await screen.findByRole("heading", { name: heading });
  // This leaves out the call that every visit makes.
  return { ...app, asked: () => all.filter(({ call }) => call !== "GET /api/config") };
}

async function fillIn(email: string, password: string, button: string) {
  await userEvent.type(screen.getByLabelText("Email"), email);
  await userEvent.type(screen.getByLabelText("Password"), password);
  await userEvent.click(screen.getByRole("button", { name: button }));
}

describe("/auth", () => {
  test("shows the first mistake in a toast, and each one under its field", async () => {
    const { asked } = await openAuth({});
    await fillIn("maya", "12345", "Sign In");
    const toast = await screen.findByRole("alert");
    expect(toast.textContent).toBe("Validation ErrorInvalid email address");
    expect(screen.getByLabelText("Email").getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText("Password must be at least 6 characters")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("Email"));
    expect(asked()).toEqual([]);
  });

  test("keeps the address and moves the focus to the heading when the mode changes", async () => {
    await openAuth({}, "/auth?mode=signup", "Get started");
    expect(document.title).toBe("Get started · Paraline");
    screen.getByText("Create an account to start your first paraline");
    screen.getByRole("button", { name: "Create Account" });
    await userEvent.type(screen.getByLabelText("Email"), "maya@example.com");
    await userEvent.click(screen.getByRole("button", { name: /Already have an account/ }));
    const heading = await screen.findByRole("heading", { name: "Welcome back" });
    expect(document.activeElement).toBe(heading);
    screen.getByText("Sign in to continue to your paralines");
    screen.getByRole("button", { name: "Sign In" });
    expect(screen.getByLabelText("Email")).toHaveProperty("value", "maya@example.com");
    expect(screen.getByLabelText("Password").getAttribute("autocomplete")).toBe("current-password");
  });

  test("a sign-in link is emailed to the address that was typed, and its code signs in", async () => {
    const { asked, router } = await openAuth({
      ...owner,
      "POST /auth/v1/otp": { body: {} },
      "POST /auth/v1/verify": { body: createSession("aal1", [], "otp") },
    });
    await userEvent.type(screen.getByLabelText("Email"), maya.email);
    await userEvent.click(screen.getByRole("button", { name: "Email me a sign-in link" }));
    await screen.findByRole("heading", { name: "Sign in by email" });
    expect(screen.getByLabelText("Email")).toHaveProperty("value", maya.email);
    await userEvent.click(screen.getByRole("button", { name: "Send email" }));
    await screen.findByRole("heading", { name: "Check your email" });
    expect(asked()[0]?.body).toMatchObject({ email: maya.email, create_user: true });
    await userEvent.type(screen.getByLabelText("Code"), "123456");
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    await screen.findByText("Welcome back!");
    expect(asked().find(({ call }) => call === "POST /auth/v1/verify")?.body).toMatchObject({
      type: "email",
      token: "123456",
    });
    await waitFor(() => expect(router.state.location.pathname).toBe("/circles"));
  });

  test("the Back button returns to the step before, with the address that was typed", async () => {
    const { router } = await openAuth({ "POST /auth/v1/otp": { body: {} } });
    await userEvent.type(screen.getByLabelText("Email"), maya.email);
    await userEvent.click(screen.getByRole("button", { name: "Email me a sign-in link" }));
    await userEvent.click(await screen.findByRole("button", { name: "Send email" }));
    await screen.findByRole("heading", { name: "Check your email" });
    await act(() => router.navigate(-1));
    await screen.findByRole("heading", { name: "Sign in by email" });
    expect(screen.getByLabelText("Email")).toHaveProperty("value", maya.email);
    await act(() => router.navigate(-1));
    await screen.findByRole("heading", { name: "Welcome back" });
    expect(screen.getByLabelText("Email")).toHaveProperty("value", maya.email);
    await userEvent.click(screen.getByRole("button", { name: /Don't have an account/ }));
    await screen.findByRole("heading", { name: "Get started" });
    await act(() => router.navigate(-1));
    await screen.findByRole("heading", { name: "Welcome back" });
  });

  test("the Back button returns from a recovery code to the second step", async () => {
    const factors = [factor, recoveryCodes];
    const { router } = await openAsOwner(
      "/auth",
      { ...owner, ...userWith(factors), ...codesLeft(10) },
      createSession("aal1", factors),
    );
    await userEvent.click(
      await screen.findByRole("button", { name: "Use a recovery code instead" }),
    );
    await screen.findByRole("heading", { name: "Use a recovery code" });
    await act(() => router.navigate(-1));
    await screen.findByRole("heading", { name: "One more step" });
  });

  test("the message of an earlier attempt disappears with the next attempt, and when the step is left", async () => {
    await openAuth({ "POST /auth/v1/otp": { body: {} } });
    await fillIn("maya", "saturdays", "Sign In");
    expect((await screen.findByRole("alert")).textContent).toContain("Invalid email address");
    await userEvent.click(screen.getByRole("button", { name: "Email me a sign-in link" }));
    await screen.findByRole("heading", { name: "Sign in by email" });
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
    await userEvent.click(screen.getByRole("button", { name: "Send email" }));
    await screen.findByRole("alert");
    await userEvent.type(screen.getByLabelText("Email"), "@example.com");
    await userEvent.click(screen.getByRole("button", { name: "Send email" }));
    await screen.findByRole("heading", { name: "Check your email" });
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });

  test("a sign-in link opened in another browser says where it works, once", async () => {
    history.replaceState(null, "", "/auth?mode=link&code=of-another-browser");
    await openAuth({}, "/auth?mode=link", "This link can't be used");
    expect(screen.getByText(/only in the browser where you asked for it/)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Request a new email" }));
    await screen.findByRole("heading", { name: "Sign in by email" });
    expect(screen.queryByText(/try signing in/)).toBeNull();
  });

  test("if no one may sign up, nothing offers it and the page says so", async () => {
    await openAuth(
      { "GET /api/config": { body: config("off") } },
      "/auth?mode=signup",
      "Sign-up is closed",
    );
    await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
    await screen.findByRole("heading", { name: "Welcome back" });
    expect(screen.queryByRole("button", { name: /Sign up/ })).toBeNull();
    expect(screen.getByText("New accounts can't be created on this server.")).toBeTruthy();
  });

  test("if only invited people may sign up, the page does not reveal who was invited", async () => {
    await openAuth(
      {
        "GET /api/config": { body: config("invited") },
        "POST /auth/v1/signup": { body: { ...maya, identities: [] } },
      },
      "/auth?mode=signup",
      "Get started",
    );
    await fillIn(maya.email, "saturdays", "Create Account");
    await screen.findByText(/was invited, an email is on its way/);
  });

  test("the code that confirms an address leads to a password, because it was typed outside the account", async () => {
    await openAuth(
      {
        "POST /auth/v1/signup": { body: { ...maya, identities: [] } },
        "POST /auth/v1/verify": { body: createSession("aal1", [], "recovery") },
      },
      "/auth?mode=signup",
      "Get started",
    );
    await fillIn(maya.email, "saturdays", "Create Account");
    await userEvent.type(await screen.findByLabelText("Code"), "123456");
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    await screen.findByRole("heading", { name: "Choose a new password" });
  });

  test("after everyone was signed out, this browser is signed out, too, and a recovery email is offered", async () => {
    signInThisBrowser();
    await openAuth(
      {
        "POST /auth/v1/token": refused(400, "refresh_token_not_found", "Not found"),
        "POST /auth/v1/recover": { body: {} },
      },
      "/auth?mode=signed-out",
      "Everyone is signed out",
    );
    expect(localStorage.getItem("paraline.auth")).toBeNull();
    await userEvent.type(screen.getByLabelText("Email"), maya.email);
    await userEvent.click(screen.getByRole("button", { name: "Send email" }));
    await screen.findByRole("heading", { name: "Check your email" });
  });

  test("signing in leads to the paralines, with one call, however often the button is clicked", async () => {
    const held = Promise.withResolvers<void>();
    const { asked, router } = await openAuth({
      ...owner,
      "POST /auth/v1/token": async () => {
        await held.promise;
        return { body: createSession("aal1") };
      },
    });
    await fillIn(maya.email, "saturdays", "Sign In");
    const busy = await screen.findByRole("button", { name: "Loading..." });
    expect(busy.getAttribute("aria-disabled")).toBe("true");
    await userEvent.click(busy);
    held.resolve();
    expect((await screen.findByText("Welcome back!")).nextSibling?.textContent).toBe(
      "You've successfully signed in.",
    );
    await waitFor(() => expect(router.state.location.pathname).toBe("/circles"));
    expect(asked().filter(({ call }) => call === "POST /auth/v1/token")).toHaveLength(1);
  });

  test("a refusal shows the server's message", async () => {
    await openAuth({
      "POST /auth/v1/token": refused(400, "invalid_credentials", "Invalid login credentials"),
    });
    await fillIn(maya.email, "saturdays", "Sign In");
    expect((await screen.findByRole("alert")).textContent).toBe("ErrorInvalid login credentials");
    // A toast can be missed, so the field says it, too.
    const password = screen.getByLabelText("Password");
    expect(password.getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(password);
  });

  test.each([
    ["/auth", "Welcome back", "Sign In", "POST /auth/v1/token"],
    ["/auth?mode=signup", "Get started", "Create Account", "POST /auth/v1/signup"],
  ])(
    "at %s a failure without a message has a general sentence, and what was typed stays",
    async (address, heading, button, call) => {
      await openAuth(
        {
          [call]: () => {
            throw new TypeError("fetch failed");
          },
        },
        address,
        heading,
      );
      await fillIn(maya.email, "saturdays", button);
      expect((await screen.findByRole("alert")).textContent).toBe(
        "ErrorAn error occurred during authentication.",
      );
      expect(screen.getByLabelText("Email")).toHaveProperty("value", maya.email);
      expect(screen.getByLabelText("Password")).toHaveProperty("value", "saturdays");
    },
  );

  test("signing up sends the time zone of the browser", async () => {
    const { asked, router } = await openAuth(
      { ...owner, "POST /auth/v1/signup": { body: createSession("aal1") } },
      "/auth?mode=signup",
      "Get started",
    );
    await fillIn(maya.email, "saturdays", "Create Account");
    expect((await screen.findByText("Account created!")).nextSibling?.textContent).toBe(
      "You've successfully signed up. Redirecting...",
    );
    await waitFor(() => expect(router.state.location.pathname).toBe("/circles"));
    expect(asked()[0]?.body).toMatchObject({
      data: { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    });
  });

  test("an account that has to be confirmed first is asked to check its email", async () => {
    const { asked } = await openAuth(
      {
        "POST /auth/v1/signup": { body: { ...maya, identities: [{}] } },
        "POST /auth/v1/resend": { body: {} },
      },
      "/auth?mode=signup",
      "Get started",
    );
    await fillIn(maya.email, "saturdays", "Create Account");
    await screen.findByRole("heading", { name: "Check your email" });
    await userEvent.click(screen.getByRole("button", { name: "Send it again" }));
    await screen.findByText("Sent again");
    expect(asked().at(-1)).toMatchObject({
      call: "POST /auth/v1/resend",
      body: { type: "signup", email: maya.email },
    });
  });

  test("the email that confirms the address leads on to the chosen price", async () => {
    answerCalls({
      "POST /auth/v1/signup": { body: { ...maya, identities: [{}] } },
      "POST /auth/v1/resend": { body: {} },
    });
    const network = vi.spyOn(globalThis, "fetch");
    await openApp("/auth?checkout=annual");
    await screen.findByRole("heading", { name: "Welcome back" });
    await userEvent.click(screen.getByRole("button", { name: /Don't have an account/ }));
    await fillIn(maya.email, "saturdays", "Create Account");
    await screen.findByRole("heading", { name: "Check your email" });
    await userEvent.click(screen.getByRole("button", { name: "Send it again" }));
    await screen.findByText("Sent again");
    const leadsTo = network.mock.calls.flatMap(([asked]) => {
      const { pathname, searchParams } = new URL(String(asked), location.origin);
      return /signup|resend/.test(pathname) ? [searchParams.get("redirect_to")] : [];
    });
    expect(leadsTo).toEqual(Array(2).fill(`${location.origin}/auth?checkout=annual`));
  });

  /** /circles for an owner whose session has not passed the second step. */
  const openSecondStep = (factors: unknown[], answers: Answers, method?: string) =>
    openAsOwner(
      "/circles",
      { ...owner, ...userWith(factors), ...challenged, ...answers },
      createSession("aal1", factors, method),
    );

  test("a recovery that waited for the second step leads to a new password, even if the page was opened again", async () => {
    const verified = { body: createSession("aal2", [factor], "recovery") };
    await openSecondStep([factor], { "POST /auth/v1/factors/f1/verify": verified }, "recovery");
    await userEvent.type(await screen.findByLabelText("Code"), "123456");
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    await screen.findByLabelText("New password");
  });

  test("after a wrong code the field is empty and has the focus", async () => {
    const wrong = refused(422, "mfa_verification_failed", "Invalid TOTP code entered");
    await openSecondStep([factor], { "POST /auth/v1/factors/f1/verify": wrong });
    const code = await screen.findByLabelText("Code");
    await userEvent.type(code, "123456");
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    await screen.findAllByText(/^This code is wrong/);
    expect(code).toHaveProperty("value", "");
    expect(document.activeElement).toBe(code);
  });

  test("a phone gets its code when the person asks for it, and says how long to wait for another", async () => {
    const phone = createFactor("phone", { id: "p1", phone: "••••••23" });
    let asks = 0;
    const { asked } = await openSecondStep([phone], {
      "POST /auth/v1/factors/p1/challenge": () => {
        asks += 1;
        return asks === 1
          ? { body: { id: "c1", type: "phone", expires_at: 1 } }
          : refused(429, "over_sms_send_rate_limit", "Too many texts were requested.");
      },
      "POST /auth/v1/factors/p1/verify": { body: createSession("aal2", [phone]) },
    });
    const send = await screen.findByRole("button", { name: "Text me a code" });
    expect(asks).toBe(0);
    await userEvent.click(send);
    await userEvent.click(await screen.findByRole("button", { name: "Send it again" }));
    await screen.findByText("Too many texts were requested.");
    await userEvent.type(screen.getByLabelText("Code"), "123 456");
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    await waitFor(() =>
      expect(asked.find(({ call }) => call === "POST /auth/v1/factors/p1/verify")?.body).toEqual({
        challenge_id: "c1",
        code: "123456",
      }),
    );
  });

  test("a recovery code is accepted instead of the second step while some are left", async () => {
    const factors = [factor, recoveryCodes];
    const { asked } = await openSecondStep(factors, {
      ...codesLeft(2),
      "POST /auth/v1/factors/recovery-codes/verify": { body: createSession("aal2", factors) },
    });
    await userEvent.click(await screen.findByRole("button", { name: /^Use a recovery code/ }));
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    await screen.findAllByText("Please enter a recovery code");
    await userEvent.type(screen.getByLabelText("Recovery code"), "K4M9-X7QP-2AB8-HT3Z");
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    await waitFor(() =>
      expect(
        asked.find(({ call }) => call === "POST /auth/v1/factors/recovery-codes/verify")?.body,
      ).toEqual({ code: "K4M9-X7QP-2AB8-HT3Z" }),
    );
  });

  test("the address to return to is kept through the second step", async () => {
    const { asked } = await openAuth(
      {
        ...owner,
        ...userWith([factor]),
        ...challenged,
        "POST /auth/v1/token": { body: createSession("aal1", [factor]) },
        "POST /auth/v1/factors/f1/verify": { body: createSession("aal2", [factor]) },
        "POST /api/billing/checkout": refused(409, "already_subscribed", "You have one."),
      },
      "/auth?checkout=annual",
    );
    await fillIn(maya.email, "saturdays", "Sign In");
    await userEvent.type(await screen.findByLabelText("Code"), "123456");
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    await screen.findByRole("heading", { name: "You have one." });
    expect(asked().find(({ call }) => call === "POST /api/billing/checkout")?.body).toEqual({
      kind: "annual",
    });
  });

  test("a subscriber who chooses the other plan reads where plans are changed, with a button that leads there", async () => {
    await openAsOwner("/auth?checkout=annual", {
      "POST /api/billing/checkout": refused(409, "already_subscribed", "You have one."),
    });
    await screen.findByRole("heading", { name: "You have one." });
    screen.getByRole("button", { name: "Manage billing (opens in a new tab)" });
  });

  test("whoever has just paid for an unlock in another tab is led to it instead of paying again", async () => {
    await openAsOwner("/auth?checkout=single", {
      "POST /api/billing/checkout": refused(409, "unlock_unused", "You have an unlock."),
    });
    await screen.findByRole("heading", { name: "You have an unlock." });
    const link = screen.getByRole("link", { name: "See your unlocks in Settings" });
    expect(link.getAttribute("href")).toBe("/settings");
  });

  test("the code of a recovery email leads to a new password and on to the paralines", async () => {
    const { asked, router } = await openAuth({
      ...owner,
      "POST /auth/v1/recover": { body: {} },
      "POST /auth/v1/verify": { body: createSession("aal1") },
      "PUT /auth/v1/user": { body: { ...maya } },
    });
    await userEvent.type(screen.getByLabelText("Email"), maya.email);
    await userEvent.click(screen.getByRole("button", { name: "Forgot password?" }));
    await userEvent.click(await screen.findByRole("button", { name: "Send email" }));
    await userEvent.type(await screen.findByLabelText("Code"), "123 456");
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    await userEvent.type(await screen.findByLabelText("New password"), "mondays");
    await userEvent.click(screen.getByRole("button", { name: "Save password" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/circles"));
    const verified = asked().find(({ call }) => call === "POST /auth/v1/verify");
    expect(verified?.body).toMatchObject({ type: "recovery", token: "123456", email: maya.email });
    const changed = asked().find(({ call }) => call === "PUT /auth/v1/user");
    expect(changed?.body).toMatchObject({ password: "mondays" });
  });

  test("a link that this browser did not request recovers the account, and asks for a password first", async () => {
    history.replaceState(null, "", "/circles?code=C#token_hash=R&type=recovery");
    const { asked, router } = await openAuth(
      {
        ...owner,
        "POST /auth/v1/verify": { body: createSession("aal1", [], "recovery") },
        "GET /auth/v1/user": { body: maya },
        "PUT /auth/v1/user": { body: maya },
      },
      "/circles",
      "Choose a new password",
    );
    expect(asked()[0]).toMatchObject({
      call: "POST /auth/v1/verify",
      body: { token_hash: "R", type: "recovery" },
    });
    expect(location.href).not.toMatch(/code|token_hash/);
    await userEvent.type(screen.getByLabelText("New password"), "mondays");
    await userEvent.click(screen.getByRole("button", { name: "Save password" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/circles"));
  });

  test("a link that is opened where its account is signed in does not ask for anything", async () => {
    history.replaceState(null, "", "/circles?code=C#token_hash=R&type=recovery");
    signInThisBrowser();
    const present = JSON.parse(localStorage.getItem("paraline.auth") ?? "");
    answerCalls({
      ...owner,
      "POST /auth/v1/verify": { body: present },
      "GET /auth/v1/user": { body: maya },
    });
    const network = vi.spyOn(globalThis, "fetch");
    const { router } = await openApp("/circles");
    await screen.findByRole("heading", { name: "Dashboard" });
    expect(router.state.location.pathname).toBe("/circles");
    const [, init] = network.mock.calls.find(([asked]) => String(asked).endsWith("/verify")) ?? [];
    expect(new Headers(init?.headers).get("Authorization")).toBe(`Bearer ${present.access_token}`);
  });

  test("a link of another account keeps the present session, and says so", async () => {
    history.replaceState(null, "", "/circles?code=C#token_hash=R&type=recovery");
    signInThisBrowser();
    answerCalls({
      ...owner,
      "POST /auth/v1/verify": refused(409, "conflict", "Somebody else."),
      "GET /auth/v1/user": { body: maya },
    });
    await openApp("/circles");
    await screen.findByText("This link belongs to a different account from the one signed in here");
    expect(localStorage.getItem("paraline.auth")).not.toBeNull();
  });

  test("an address into which someone wrote a session does not sign in", async () => {
    const { access_token, refresh_token } = createSession("aal1");
    history.replaceState(
      null,
      "",
      `/auth#${new URLSearchParams({ access_token, refresh_token, expires_in: "3600", token_type: "bearer" })}`,
    );
    answerCalls({ ...owner, "GET /auth/v1/user": { body: maya } });
    await openApp("/auth");
    await screen.findByText("This link could not be used");
    expect(localStorage.getItem("paraline.auth")).toBeNull();
  });

  test("a link that was requested without a code still signs in, and asks for a password", async () => {
    const { access_token, refresh_token } = createSession("aal1", [], "recovery");
    const tokens = new URLSearchParams({
      access_token,
      refresh_token,
      expires_in: "3600",
      token_type: "bearer",
      type: "recovery",
    });
    history.replaceState(null, "", `/auth#${tokens}`);
    await openAuth(
      { ...owner, "GET /auth/v1/user": { body: maya } },
      "/auth",
      "Choose a new password",
    );
    expect(location.hash).toBe("");
  });

  test("a recovery that has expired says so at the field, and starts again with a new email", async () => {
    const { router } = await openAsOwner("/auth?mode=new-password", {
      ...owner,
      "GET /auth/v1/user": { body: maya },
      "PUT /auth/v1/user": refused(
        400,
        "current_password_required",
        "Please enter your current password.",
      ),
      "POST /auth/v1/logout": { body: {} },
      "POST /auth/v1/recover": { body: {} },
    });
    const password = await screen.findByLabelText("New password");
    await userEvent.type(password, "mondays");
    await userEvent.click(screen.getByRole("button", { name: "Save password" }));
    await waitFor(() => expect(document.activeElement).toBe(password));
    const described = password.getAttribute("aria-describedby")?.split(" ") ?? [];
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(
      "You signed in more than 10 minutes ago. Request a new email to choose a password.",
    );
    await userEvent.click(screen.getByRole("button", { name: "Request a new email" }));
    const address = await screen.findByRole("textbox", { name: "Email" });
    expect(address).toHaveProperty("value", maya.email);
    expect(router.state.location.pathname).toBe("/auth");
    await userEvent.click(screen.getByRole("button", { name: "Send email" }));
    await screen.findByLabelText("Code");
  });
});

describe("/auth with providers", () => {
  const offering = {
    "GET /auth/v1/settings": {
      body: {
        providers: [
          { id: "google", name: "Google" },
          { id: "custom:oidc", name: "Lighthouse" },
        ],
        manual_linking: true,
      },
    },
  };

  test("has a button for each that is set up", async () => {
    await openAuth(offering);
    await screen.findByRole("button", { name: "Continue with Google" });
    screen.getByRole("button", { name: "Continue with Lighthouse" });
  });

  test("has no buttons if there are no providers, or if the server does not answer", async () => {
    await openAuth({ "GET /auth/v1/settings": refused(503, "unavailable", "Not now.") });
    expect(screen.queryByText("or")).toBeNull();
    expect(screen.queryByText("Not now.")).toBeNull();
  });

  test.each([
    ["", "You cancelled the sign-in"],
    ["provider_unavailable", "The other service cannot be reached right now"],
    ["provider_email_needs_verification", "Your email address is not verified there"],
    ["bad_oauth_state", "The sign-in was not completed"],
    ["user_banned", "This account is suspended"],
  ])("says in its own words why a sign-in failed (%s)", async (code, message) => {
    const query = new URLSearchParams({
      error: "access_denied",
      error_description: "Call this number",
      ...(code !== "" && { error_code: code }),
    });
    history.replaceState(null, "", `/auth?${query}#${query}`);
    await openAuth(offering);
    await screen.findByText(message);
    expect(screen.queryByText("Call this number")).toBeNull();
    expect(location.search + location.hash).toBe("");
  });
});
