import { generateSync } from "otplib";
import type { Clock } from "#server/system/clock.ts";
import type { TestAuthClient } from "./auth.ts";

/** The code that an authenticator app shows, some steps of half a minute from now. */
export const generateCode = (clock: Clock, secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) + steps * 30 });

/** Sets up an authenticator app, which counts from its first code on. */
export async function enrolApp(client: TestAuthClient, friendlyName?: string) {
  const { data, error } = await client.mfa.enroll({
    factorType: "totp",
    ...(friendlyName !== undefined && { friendlyName }),
  });
  if (error) throw error;
  return { factorId: data.id, secret: data.totp.secret, enrolled: data };
}

/** Adds an authenticator app as a second step, which this session then has passed. Its present code is used up. */
export async function addApp(clock: Clock, client: TestAuthClient, friendlyName?: string) {
  const { factorId, secret } = await enrolApp(client, friendlyName);
  const code = generateCode(clock, secret);
  const { error } = await client.mfa.challengeAndVerify({ factorId, code });
  if (error) throw error;
  return { factorId, secret };
}
