import { fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import {
  type Answers,
  account,
  answerCalls,
  createSession,
  maya,
  openApp,
  openAsOwner,
  refused,
} from "#web/testing/app.tsx";

const id = "R".repeat(43);
const address = `/oauth/consent?authorization_id=${id}`;
const read = `GET /auth/v1/oauth/authorizations/${id}`;
const answer = `POST /auth/v1/oauth/authorizations/${id}/consent`;
const request = {
  authorization_id: id,
  redirect_uri: "https://assistant.example/callback",
  client: { id: "c", name: "Assistant", uri: "", logo_uri: "" },
  user: { id: maya.id, email: maya.email },
  scope: "circles:read results:read offline_access",
};
/** It leads only to another part of the page, so that the browser does not leave the test. */
const back = `${location.href.split("#")[0]}#code`;

/** The button, once the page has been visible long enough for a click to count. */
const findReadyAllow = async () => {
  const button = await screen.findByRole("button", { name: "Allow" });
  await waitFor(() => expect(button.getAttribute("aria-disabled")).toBeNull(), { timeout: 10_000 });
  return button;
};

const open = (answers: Answers) => openAsOwner(address, answers);

describe("/oauth/consent", () => {
  beforeEach(() => {
    location.hash = "";
  });

  test("says who asks for what, where it leads, and as whom; allowing it leads back to the app", async () => {
    const { asked } = await open({
      [read]: { body: request },
      [answer]: { body: { redirect_url: back } },
    });
    await screen.findByRole("heading", { name: "Connect an app?" });
    expect(screen.getByText("“Assistant”")).toBeTruthy();
    expect(screen.getByText(/Paraline has not verified this name/)).toBeTruthy();
    expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "What people wrote to you, as far as you can read it yourself, and your insights",
      "Your paralines, their questions, and how many people answered",
    ]);
    expect(screen.getByText("assistant.example")).toBeTruthy();
    expect(screen.getByText(maya.email)).toBeTruthy();
    await userEvent.click(await findReadyAllow());
    await screen.findByRole("heading", { name: "Back to the app" });
    expect(location.hash).toBe("#code");
    expect(asked.find(({ call }) => call === answer)?.body).toEqual({ action: "approve" });
  });

  test("can't be allowed by a click that was meant for what was on the screen before", async () => {
    const { asked } = await open({
      [read]: { body: request },
      [answer]: { body: { redirect_url: back } },
    });
    const allow = await findReadyAllow();
    // The click comes when the window returns to the front, so the waiting time has just begun.
    fireEvent.focus(window);
    fireEvent.click(allow);
    expect(allow.getAttribute("aria-disabled")).toBe("true");
    fireEvent(document, new Event("visibilitychange"));
    fireEvent.click(allow);
    expect(asked.some(({ call }) => call === answer)).toBe(false);
    await userEvent.click(await findReadyAllow());
    await screen.findByRole("heading", { name: "Back to the app" });
  });

  test("an owner who does not allow it tells the app", async () => {
    const denied = back.replace("#code", "#denied");
    const { asked } = await open({
      [read]: { body: request },
      [answer]: { body: { redirect_url: denied } },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Don't allow" }));
    await waitFor(() => expect(location.hash).toBe("#denied"));
    expect(asked.find(({ call }) => call === answer)?.body).toEqual({ action: "deny" });
  });

  test("asks for the password if signing in was too long ago, but not for refusing", async () => {
    let tries = 0;
    const { asked } = await open({
      [read]: { body: request },
      [answer]: () => {
        tries += 1;
        return tries === 1
          ? refused(400, "current_password_required", "Please enter your current password.")
          : { body: { redirect_url: back } };
      },
    });
    await userEvent.click(await findReadyAllow());
    await userEvent.type(await screen.findByLabelText("Your current password"), "correct horse");
    await userEvent.click(await findReadyAllow());
    await waitFor(() => expect(location.hash).toBe("#code"));
    expect(asked.findLast(({ call }) => call === answer)?.body).toEqual({
      action: "approve",
      current_password: "correct horse",
    });
  });

  test("offers to sign in again if there is no password to enter", async () => {
    const { router } = await open({
      [read]: { body: request },
      [answer]: refused(400, "reauthentication_needed", "Please sign out and in again."),
      "POST /auth/v1/logout": { body: {} },
    });
    await userEvent.click(await findReadyAllow());
    await userEvent.click(await screen.findByRole("button", { name: "Sign in again" }));
    await screen.findByRole("heading", { name: "Welcome back" });
    await screen.findByText("Sign in to respond to an app that wants to read part of your account");
    expect(router.state.location.search).toBe(`?authorization_id=${id}`);
  });

  test("names a program on the owner's own device as such", async () => {
    await open({ [read]: { body: { ...request, redirect_uri: "http://127.0.0.1:5123/cb" } } });
    await screen.findByText("A program on this device (127.0.0.1)");
  });

  test("goes straight back to an app that was allowed before", async () => {
    await open({ [read]: { body: { redirect_url: back } } });
    await screen.findByRole("heading", { name: "Back to the app" });
    expect(location.hash).toBe("#code");
  });

  test("says when a request can't be used any more, and when it could not be loaded", async () => {
    const gone = refused(404, "oauth_authorization_not_found", "Not found.");
    const { unmount } = await open({ [read]: gone });
    await screen.findByRole("heading", { name: "This request can't be used" });
    unmount();
    let tries = 0;
    await open({
      [read]: () => {
        tries += 1;
        return tries === 1 ? refused(500, "unexpected_failure", "It broke.") : { body: request };
      },
    });
    await screen.findByText("It broke.");
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByRole("heading", { name: "Connect an app?" });
  });

  test("a person who is signed out signs in first, and returns", async () => {
    answerCalls({
      "POST /auth/v1/token": { body: createSession("aal1") },
      "GET /api/account": { body: account },
      [read]: { body: request },
    });
    const { router } = await openApp(address);
    await screen.findByRole("heading", { name: "Welcome back" });
    await userEvent.click(screen.getByRole("button", { name: /Don't have an account/ }));
    await userEvent.click(await screen.findByRole("button", { name: /Already have an account/ }));
    await screen.findByRole("heading", { name: "Welcome back" });
    await userEvent.type(screen.getByLabelText("Email"), maya.email);
    await userEvent.type(screen.getByLabelText("Password"), "correct horse");
    await userEvent.click(screen.getByRole("button", { name: "Sign In" }));
    await screen.findByRole("heading", { name: "Connect an app?" });
    expect(router.state.location.pathname + router.state.location.search).toBe(address);
  });

  test("a person who has not passed the second step passes it first", async () => {
    const factor = { id: "f", status: "verified", factor_type: "totp", friendly_name: "Phone" };
    const session = createSession("aal1", [factor]);
    await openAsOwner(address, { "GET /auth/v1/user": { body: session.user } }, session);
    await screen.findByRole("heading", { name: "One more step" });
  });
});
