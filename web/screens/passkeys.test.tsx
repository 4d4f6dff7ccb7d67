import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  type Answers,
  account,
  answerCalls,
  createFactor,
  createSession,
  maya,
  nothingBought,
  openApp,
  openAsOwner,
  refused,
  userWith,
} from "#web/testing/app.tsx";

const offered = { "GET /auth/v1/settings": { body: { passkeys_enabled: true } } };
const around = {
  ...offered,
  "GET /api/circles": { body: { circles: [] } },
  "GET /api/account": { body: account },
  "GET /api/billing": { body: nothingBought },
  "GET /api/sessions": { body: { sessions: [] } },
  "GET /auth/v1/user": { body: maya },
};
const startedWith = (options: object) => ({
  body: { challenge_id: "c1", options: { challenge: "AAAA", ...options }, expires_at: 1 },
});
const started = startedWith({});
const startedAdding = startedWith({ user: { id: "AAAA", name: "m", displayName: "m" } });

/** What the browser's dialog does when it is opened. */
const create = vi.fn();
const get = vi.fn();

class Credential {
  static isConditionalMediationAvailable = async () => false;
  id = "k1";
  type = "public-key";
  response = { clientDataJSON: new ArrayBuffer(3), attestationObject: new ArrayBuffer(3) };
  toJSON = () => ({ id: "k1", rawId: "k1", type: "public-key", response: {} });
}

beforeEach(() => {
  vi.stubGlobal("PublicKeyCredential", Credential);
  Object.defineProperty(navigator, "credentials", { configurable: true, value: { create, get } });
  create.mockReset().mockImplementation(async () => new Credential());
  get.mockReset().mockImplementation(async () => new Credential());
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "credentials");
});

const cancelled = () => {
  throw new DOMException("The operation was not allowed.", "NotAllowedError");
};

async function openAuth(answers: Answers) {
  const asked = answerCalls(answers);
  const app = await openApp("/auth");
  await screen.findByRole("heading", { name: "Welcome back" });
  return { ...app, asked };
}

const passkeyButton = { name: "Sign in with a passkey" };

describe("signing in by passkey", () => {
  const passed = {
    "POST /auth/v1/passkeys/authentication/options": started,
    "POST /auth/v1/passkeys/authentication/verify": { body: createSession("aal2") },
  };

  test("leads to the paralines", async () => {
    const { router } = await openAuth({
      ...around,
      ...passed,
    });
    await userEvent.click(await screen.findByRole("button", passkeyButton));
    await screen.findByText("Welcome back!");
    await waitFor(() => expect(router.state.location.pathname).toBe("/circles"));
  });

  test("is not offered if the server or the browser does not support passkeys", async () => {
    const { asked } = await openAuth({
      "GET /auth/v1/settings": { body: { passkeys_enabled: false } },
    });
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(screen.queryByRole("button", passkeyButton)).toBeNull();
  });

  test("says nothing when the dialog is closed, and the server's reason when it refuses", async () => {
    await openAuth({
      ...offered,
      "POST /auth/v1/passkeys/authentication/options": started,
      "POST /auth/v1/passkeys/authentication/verify": refused(
        400,
        "webauthn_credential_not_found",
        "This passkey does not belong to an account here.",
      ),
    });
    const button = await screen.findByRole("button", passkeyButton);
    get.mockImplementationOnce(cancelled);
    await userEvent.click(button);
    await waitFor(() => expect(button.getAttribute("aria-busy")).toBeNull());
    expect(screen.queryByRole("alert")).toBeNull();
    await userEvent.click(button);
    expect((await screen.findByRole("alert")).textContent).toBe(
      "ErrorThis passkey does not belong to an account here.",
    );
  });

  test("signing in by passkey also works from the suggestions of the field for the address", async () => {
    vi.spyOn(Credential, "isConditionalMediationAvailable").mockResolvedValue(true);
    const { router } = await openAuth({
      ...around,
      ...passed,
    });
    await waitFor(() => expect(router.state.location.pathname).toBe("/circles"));
    expect(get).toHaveBeenCalledWith(expect.objectContaining({ mediation: "conditional" }));
  });
});

const key = createFactor("webauthn", { friendly_name: "Blue key" });
const phone = createFactor("totp", { id: "f2" });
/** The challenge of a security key, for making one or for using one. */
const createChallenge = (type: "create" | "request", options: object) => ({
  "POST /auth/v1/factors/f1/challenge": {
    body: {
      id: "c1",
      type: "webauthn",
      expires_at: 1,
      webauthn: { type, credential_options: { publicKey: { challenge: "AAAA", ...options } } },
    },
  },
});
const creation = createChallenge("create", { user: { id: "AAAA" } });

describe("the second step with a security key", () => {
  const openSecondStep = (factors: unknown[]) =>
    openAsOwner(
      "/circles",
      {
        ...around,
        ...userWith(factors),
        ...createChallenge("request", {}),
        "POST /auth/v1/factors/f1/verify": { body: createSession("aal2", factors) },
      },
      createSession("aal1", factors),
    );

  test("asks for the key, says when nothing was confirmed, and completes the sign-in", async () => {
    const { asked } = await openSecondStep([key]);
    const button = await screen.findByRole("button", { name: "Use security key" });
    expect(screen.queryByLabelText("Code")).toBeNull();
    get.mockImplementationOnce(cancelled);
    await userEvent.click(button);
    await screen.findByText("Nothing was confirmed. Try again, or choose another way.");
    await userEvent.click(button);
    await screen.findByRole("heading", { name: "Dashboard" });
    const sent = asked.find(({ call }) => call === "POST /auth/v1/factors/f1/verify");
    expect(sent?.body).toMatchObject({
      challenge_id: "c1",
      webauthn: { type: "request", credential_response: { id: "k1" } },
    });
  });

  test("is one of several ways", async () => {
    await openSecondStep([phone, key]);
    await userEvent.click(await screen.findByRole("radio", { name: "Blue key" }));
    await screen.findByRole("button", { name: "Use security key" });
    expect(screen.queryByLabelText("Code")).toBeNull();
  });
});

describe("Settings", () => {
  async function nameNewKey() {
    await userEvent.click(await screen.findByRole("button", { name: "Add a security key" }));
    await userEvent.type(screen.getByLabelText("Name of this security key"), "Blue key");
  }

  const laptop = { id: "p1", friendly_name: "Laptop", created_at: "2026-11-02T09:00:00Z" };
  const late = refused(400, "current_password_required", "Please enter your current password.");

  test("adds a passkey with the current password, if the server asks for it", async () => {
    let listed: unknown[] = [];
    const { asked } = await openAsOwner("/settings", {
      ...around,
      "GET /auth/v1/passkeys": () => ({ body: listed }),
      "POST /auth/v1/passkeys/registration/options": (body) =>
        (body as { current_password?: string }).current_password === "saturdays"
          ? startedAdding
          : late,
      "POST /auth/v1/passkeys/registration/verify": { body: laptop },
      "PATCH /auth/v1/passkeys/p1": () => {
        listed = [laptop];
        return { body: laptop };
      },
    });
    const add = await screen.findByRole("button", { name: "Add a passkey" });
    await userEvent.click(add);
    await userEvent.type(await screen.findByLabelText("Your current password"), "saturdays");
    await userEvent.click(add);
    await screen.findByText("Passkey added");
    await screen.findByRole("button", { name: /^Remove\s*Laptop$/ });
    expect(screen.queryByLabelText("Your current password")).toBeNull();
    expect(asked.find(({ call }) => call.startsWith("PATCH"))?.body).toMatchObject({
      friendly_name: "Unknown device",
    });
    expect(asked.find(({ call }) => call.endsWith("registration/verify"))?.body).toMatchObject({
      challenge_id: "c1",
      credential: {
        rawId: "k1",
        response: { clientDataJSON: "AAAA", attestationObject: "AAAA", transports: [] },
      },
    });
    const asking = { challenge: new Uint8Array(3), user: expect.anything() };
    expect(create).toHaveBeenLastCalledWith({ publicKey: expect.objectContaining(asking) });
  });

  test("says that this device has one already, or that nothing was confirmed", async () => {
    await openAsOwner("/settings", {
      ...around,
      "GET /auth/v1/passkeys": { body: [laptop] },
      "POST /auth/v1/passkeys/registration/options": startedAdding,
    });
    const add = await screen.findByRole("button", { name: "Add a passkey" });
    create.mockImplementationOnce(() => {
      throw new DOMException("", "InvalidStateError");
    });
    await userEvent.click(add);
    await screen.findAllByText("This device or key has already been added.");
    create.mockImplementationOnce(cancelled);
    await userEvent.click(add);
    await screen.findByText("Nothing was confirmed. Try again, or choose another way.");
  });

  test("renames and removes a passkey, and says what is lost", async () => {
    let listed = [laptop];
    await openAsOwner("/settings", {
      ...around,
      "GET /auth/v1/passkeys": () => ({ body: listed }),
      "PATCH /auth/v1/passkeys/p1": (body) => {
        listed = [{ ...laptop, ...(body as object) }];
        return { body: listed[0] };
      },
      "DELETE /auth/v1/passkeys/p1": () => {
        listed = [];
        return { body: {} };
      },
      "POST /auth/v1/token": { body: createSession("aal1") },
    });
    await userEvent.click(await screen.findByRole("button", { name: /^Rename\s*Laptop$/ }));
    const name = screen.getByLabelText("Name of this passkey");
    await userEvent.clear(name);
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    // The message is at the field and in a toast.
    await screen.findAllByText("Please give it a name");
    await userEvent.type(name, "Desk");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await userEvent.click(await screen.findByRole("button", { name: /^Remove\s*Desk$/ }));
    const dialog = within(await screen.findByRole("dialog"));
    dialog.getByText(/After that, you sign in with your password/);
    await userEvent.click(dialog.getByRole("button", { name: "Remove" }));
    await screen.findByText("Passkey removed");
  });

  test("stops asking for a security key that its owner cancels, so that another can be added", async () => {
    await openAsOwner("/settings", {
      ...around,
      ...userWith([]),
      ...creation,
      "GET /auth/v1/passkeys": { body: [] },
      "POST /auth/v1/factors": { body: { id: "f1", type: "webauthn" } },
      "DELETE /auth/v1/factors/f1": { body: {} },
    });
    const isAsked = Promise.withResolvers<AbortSignal | undefined>();
    create.mockImplementationOnce(
      (options: CredentialCreationOptions) =>
        new Promise((_, reject) => {
          options.signal?.addEventListener("abort", () =>
            reject(new DOMException("", "AbortError")),
          );
          isAsked.resolve(options.signal);
        }),
    );
    await nameNewKey();
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    const signal = await isAsked.promise;
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(signal?.aborted).toBe(true);
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Security keys" }));
    expect(screen.queryByText(/Nothing was confirmed/)).toBeNull();
  });

  test("says what is lost when the last second step is a security key, and when it is not", async () => {
    const open = (factors: unknown[]) =>
      openAsOwner(
        "/settings",
        {
          ...around,
          ...userWith(factors),
          "GET /auth/v1/passkeys": { body: [] },
        },
        createSession("aal2", factors),
      );
    await open([key, phone]);
    await userEvent.click(await screen.findByRole("button", { name: /^Remove\s*Blue key$/ }));
    await screen.findByText(/Your other second step will still work/);
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await userEvent.click(await screen.findByRole("button", { name: /^Remove\s*Phone$/ }));
    await screen.findByText(/Your other second step will still work/);
  });

  test("removes a security key again whose setup was not completed", async () => {
    const { asked } = await openAsOwner("/settings", {
      ...around,
      ...creation,
      "GET /auth/v1/passkeys": { body: [] },
      "POST /auth/v1/factors": { body: { id: "f1", type: "webauthn", friendly_name: "Blue key" } },
      "DELETE /auth/v1/factors/f1": { body: { id: "f1" } },
    });
    await nameNewKey();
    create.mockImplementationOnce(cancelled);
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    await screen.findAllByText("Nothing was confirmed. Try again, or choose another way.");
    expect(asked.map(({ call }) => call)).toContain("DELETE /auth/v1/factors/f1");
  });
});
