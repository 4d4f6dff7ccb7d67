import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { useTestAuth } from "#server/testing/auth/auth.ts";
import { addApp } from "#server/testing/auth/authenticator-app.ts";
import { insertRow } from "#server/testing/database/rows.ts";
import { phoneContext } from "./stored-number.ts";

const auth = useTestAuth();

it("a server without an SMS provider and an outbox offers no phone as a second step", async () => {
  const { client } = await auth.signUp();
  const { error } = await client.mfa.enroll({ factorType: "phone", phone: "+12025550123" });
  expect(error).toMatchObject({ status: 422, code: "mfa_phone_enroll_not_enabled" });
  const { body } = await auth.send("GET", "/settings");
  expect(body).toMatchObject({ sms_provider: "", external: { phone: false } });
});

it("the last second step that works there is not removed before the phones, which do not", async () => {
  const { client, user_id } = await auth.signUp();
  const { factorId } = await addApp(auth.clock, client, "App");
  const addPhone = async () => {
    const id = randomUUID();
    await insertRow(auth.db, "auth.mfa_factors", {
      id,
      user_id,
      factor_type: "phone",
      friendly_name: id,
      status: "verified",
      secret_encrypted: auth.deps.secrets.encrypt(Buffer.from("+12025550123"), phoneContext(id)),
      phone_ending: "23",
      created_at: auth.clock.now(),
      updated_at: auth.clock.now(),
    });
    return id;
  };
  const phones = [await addPhone(), await addPhone()];
  const remove = async (factorId: string) => (await client.mfa.unenroll({ factorId })).error;
  const refused = {
    status: 422,
    code: "mfa_phone_verify_not_enabled",
    message:
      "Codes cannot be sent to phones at the moment, so you could not sign in any more. Remove your phone first.",
  };
  expect(await remove(factorId)).toMatchObject(refused);
  expect(await remove(phones[0] ?? "")).toBeNull();
  expect(await remove(factorId)).toMatchObject(refused);
  expect(await remove(phones[1] ?? "")).toBeNull();
  expect(await remove(factorId)).toBeNull();
  await auth.readMails();
});
