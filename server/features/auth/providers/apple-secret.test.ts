import { generateKeyPairSync } from "node:crypto";
import { jwtVerify } from "jose";
import { expect, it } from "vitest";
import { makeAppleSecret } from "./openid-provider.ts";

it("Apple's client secret names the team, the app and the key, and ends within the hour", async () => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const now = new Date("2026-03-02T10:00:00Z");
  const secret = await makeAppleSecret({
    teamId: "TEAM",
    keyId: "KEY",
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    clientId: "example.paraline",
    issuer: "https://appleid.apple.com",
    now,
  });
  const { payload, protectedHeader } = await jwtVerify(secret, publicKey, { currentDate: now });
  expect(protectedHeader).toMatchObject({ alg: "ES256", kid: "KEY" });
  expect(payload).toEqual({
    iss: "TEAM",
    sub: "example.paraline",
    aud: "https://appleid.apple.com",
    iat: now.getTime() / 1000,
    exp: now.getTime() / 1000 + 3600,
  });
});
