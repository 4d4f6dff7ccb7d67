import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import {
  account,
  answerCalls,
  createSession,
  maya,
  openApp,
  openAsOwner,
  signInThisBrowser,
} from "#web/testing/app.tsx";

const emptyServer = {
  "GET /api/circles": { body: { circles: [] } },
  "GET /api/account": { body: account },
  "POST /auth/v1/logout": { body: {} },
};

describe("a protected address", () => {
  test.each([
    "/create",
    "/dashboard",
    "/circles",
    "/contacts",
    "/history",
    "/settings",
    "/results",
    "/share",
    "/decision",
  ])(
    "leads to sign-in when no one is signed in, and makes no call as an owner: %s",
    async (path) => {
      const asked = answerCalls(emptyServer);
      const { router } = await openApp(path);
      await screen.findByRole("heading", { name: "Welcome back" });
      expect(router.state.location.pathname).toBe("/auth");
      const ofSigningIn = ["GET /api/config", "GET /auth/v1/settings"];
      expect(asked.filter(({ call }) => !ofSigningIn.includes(call))).toEqual([]);
    },
  );

  test("opens for an owner, and leads to sign-in as soon as the session ends", async () => {
    const { router } = await openAsOwner("/circles", emptyServer);
    await screen.findByText("You haven't created any paralines yet.");
    await userEvent.click(screen.getByRole("button", { name: "Sign out" }));
    await screen.findByRole("heading", { name: "Welcome back" });
    expect(router.state.location.pathname).toBe("/auth");
    expect(localStorage.getItem("paraline.auth")).toBeNull();
  });

  test("leads to sign-in when the server no longer knows the session", async () => {
    const refusal = { code: "signed_out", message: "Please sign in first", request_id: "" };
    await openAsOwner("/dashboard", {
      ...emptyServer,
      "GET /api/circles": { status: 401, body: refusal },
      "GET /api/account": { status: 401, body: refusal },
    });
    await screen.findByRole("heading", { name: "Welcome back" });
    expect(screen.queryByText("Failed to load paralines")).toBeNull();
  });

  test("asks for the second step of an account that has one", async () => {
    const factor = { id: "f1", factor_type: "totp", status: "verified", friendly_name: "Phone" };
    const { router } = await openAsOwner(
      "/circles",
      {
        ...emptyServer,
        "GET /auth/v1/user": { body: { ...maya, factors: [factor] } },
      },
      createSession("aal1", [factor]),
    );
    await screen.findByRole("heading", { name: "One more step" });
    expect(router.state.location.pathname).toBe("/auth");

    signInThisBrowser(createSession("aal2", [factor]));
    const second = await openApp("/circles");
    await second.findByText("You haven't created any paralines yet.");
  });

  test("gives an account without a time zone that of this browser", async () => {
    const { asked } = await openAsOwner("/circles", {
      ...emptyServer,
      "GET /api/account": { body: { ...account, time_zone: null } },
      "PATCH /api/account": { body: account },
    });
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    await waitFor(() =>
      expect(asked).toContainEqual({ call: "PATCH /api/account", body: { time_zone: zone } }),
    );
  });
});

describe("the app preview", () => {
  test("shows the dashboard with samples, without a session and without a call", async () => {
    const asked = answerCalls({});
    await openApp("/circles?preview");
    await screen.findByRole("heading", { name: "Dashboard" });
    expect(screen.getByText("4/6 perspectives")).toBeTruthy();
    expect(asked).toEqual([]);
    expect(Object.keys(localStorage)).toEqual([]);
  });

  test("does the same for someone who is signed in", async () => {
    const { asked } = await openAsOwner("/circles?preview", emptyServer);
    await screen.findByText("4/6 perspectives");
    expect(asked).toEqual([]);
  });
});
