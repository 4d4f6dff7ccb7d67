import { expect, it } from "vitest";
import { useTestAuth } from "#server/testing/auth/auth.ts";

const auth = useTestAuth({ limits: true });

const from = (address: string) => ({ "X-Forwarded-For": address });
const options = (address: string) =>
  auth.send("POST", "/passkeys/authentication/options", {}, undefined, from(address));
const verify = (address: string) => {
  const body = { challenge_id: crypto.randomUUID(), credential: {} };
  return auth.send("POST", "/passkeys/authentication/verify", body, undefined, from(address));
};

const countAllowed = async (call: () => Promise<{ status: number }>, times: number) => {
  const answers = await Promise.all(Array.from({ length: times }, call));
  return answers.filter(({ status }) => status !== 429).length;
};

it("passkeys are tried 30 times, and challenges asked for 120 times, in five minutes from one network", async () => {
  expect(await countAllowed(() => verify("203.0.113.21"), 33)).toBe(30);
  expect(await countAllowed(() => options("203.0.113.22"), 123)).toBe(120);
  const refused = await verify("203.0.113.21");
  expect(refused.body.code).toBe("over_request_rate_limit");
  expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
  expect((await options("198.51.100.1")).status).toBe(200);
});
