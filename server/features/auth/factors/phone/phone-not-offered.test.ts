import { expect, it } from "vitest";
import { useTestAuth } from "#server/testing/auth.ts";

const auth = useTestAuth();

it("a server without an SMS provider and an outbox offers no phone as a second step", async () => {
  const { client } = await auth.signUp();
  const { error } = await client.mfa.enroll({ factorType: "phone", phone: "+12025550123" });
  expect(error).toMatchObject({ status: 422, code: "mfa_phone_enroll_not_enabled" });
  const { body } = await auth.send("GET", "/settings");
  expect(body).toMatchObject({ sms_provider: "", external: { phone: false } });
});
