import { describe, expect, it } from "vitest";
import { useTestAuth } from "#server/testing/auth/auth.ts";
import { findRelyingParty } from "./ceremonies.ts";

const auth = useTestAuth({ config: { publicUrl: "http://paraline.example" } });

describe("a server whose address browsers offer no WebAuthn for", () => {
  it("says so in its settings, and refuses passkeys and security keys", async () => {
    expect((await auth.send("GET", "/settings")).body).toMatchObject({ passkeys_enabled: false });
    const { accessToken } = await auth.signUp();
    const token = await accessToken();
    for (const [method, path] of [
      ["POST", "/passkeys/authentication/options"],
      ["POST", "/passkeys/registration/options"],
      ["GET", "/passkeys"],
      ["DELETE", `/passkeys/${crypto.randomUUID()}`],
    ] as const) {
      const { status, body } = await auth.send(
        method,
        path,
        method === "POST" ? {} : undefined,
        token,
      );
      expect([status, body.code]).toEqual([404, "passkey_disabled"]);
    }
    const { status, body } = await auth.send(
      "POST",
      "/factors",
      { factor_type: "webauthn" },
      token,
    );
    expect([status, body.code]).toEqual([422, "mfa_webauthn_enroll_not_enabled"]);
  });

  it.each([
    ["https://paraline.example", "paraline.example"],
    ["https://paraline.example:8443", "paraline.example"],
    ["http://localhost:3000", "localhost"],
    ["http://app.localhost:3000", "app.localhost"],
    ["http://paraline.example", undefined],
    ["http://127.0.0.1:3000", undefined],
    ["https://203.0.113.7", undefined],
    ["https://[::1]", undefined],
  ])("%s has passkeys for %s", (publicUrl, id) => {
    const party = findRelyingParty({ publicUrl });
    expect(party?.id).toBe(id);
    if (party) expect(party.origin).toBe(new URL(publicUrl).origin);
  });
});
