import type { GoTrueClient } from "@supabase/auth-js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { finishLink } from "./emailed-link.ts";

// These tests run in a document, because the page's address is read and cleared.
const encode = (part: object) =>
  btoa(JSON.stringify(part)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

const later = () => Math.floor(Date.now() / 1000) + 3600;

/** A token as from a server that signs with EdDSA. */
const createToken = (claims: object) =>
  `${encode({ alg: "EdDSA", kid: "one" })}.${encode({ sub: "ana", exp: later(), ...claims })}.c2lnbmVk`;

const recovered = { amr: [{ method: "recovery", timestamp: 1 }] };

const createClient = (given: { present?: string; setSession?: () => Promise<unknown> } = {}) => {
  const setSession = vi.fn(given.setSession ?? (async () => ({ error: null })));
  const session = given.present === undefined ? null : { user: { id: given.present } };
  const client = {
    getSession: async () => ({ data: { session }, error: null }),
    getClaims: () => Promise.reject(new Error("EdDSA is not supported.")),
    setSession,
    mfa: {
      getAuthenticatorAssuranceLevel: async () => ({
        data: { currentAuthenticationMethods: recovered.amr },
      }),
    },
  };
  return { client: client as unknown as GoTrueClient, setSession };
};

const open = (token: string) => {
  const fragment = new URLSearchParams({ access_token: token, refresh_token: "refresh" });
  history.replaceState(null, "", `/auth?mode=new-password#${fragment}`);
  return location.href;
};

beforeEach(() => {
  history.replaceState(null, "", "/auth");
});
afterEach(() => {
  history.replaceState(null, "", "/");
});

describe("a link with tokens", () => {
  it("asks for a new password, whatever the tokens are signed with", async () => {
    const { client, setSession } = createClient();
    const opened = open(createToken(recovered));
    expect(await finishLink(client, opened, null)).toBe("new_password");
    expect(setSession).toHaveBeenCalledOnce();
    expect([location.search, location.hash]).toEqual(["?mode=new-password", ""]);
  });

  it.each([
    ["of a sign-in by password", createToken({ amr: [{ method: "password", timestamp: 1 }] })],
    ["that says nothing of the sign-in", createToken({})],
    [
      "that has expired, beside which the refresh token alone would count",
      createToken({ ...recovered, exp: 1 }),
    ],
    ["that never expires", createToken({ ...recovered, exp: undefined })],
    ["that is none", "nonsense"],
    ["that is no text", "a.%%%.b"],
  ])("is refused with one %s, and the address is cleared", async (_, token) => {
    const { client, setSession } = createClient();
    expect(await finishLink(client, open(token), null)).toBe("refused");
    expect(setSession).not.toHaveBeenCalled();
    expect(location.hash).toBe("");
  });

  it("is refused if the library throws, and the address is cleared", async () => {
    const { client } = createClient({ setSession: () => Promise.reject(new Error("no network")) });
    expect(await finishLink(client, open(createToken(recovered)), null)).toBe("refused");
    expect(location.hash).toBe("");
  });

  it("changes nothing if somebody else is signed in", async () => {
    const { client, setSession } = createClient({ present: "ben" });
    expect(await finishLink(client, open(createToken(recovered)), null)).toBe("other_account");
    expect(setSession).not.toHaveBeenCalled();
  });
});
