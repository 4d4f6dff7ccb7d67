import { expect, it } from "vitest";
import { useTestAuth } from "#server/testing/auth/auth.ts";

const auth = useTestAuth({
  config: { publicUrl: "https://paraline.example", onLoopback: false },
  texts: { name: "twilio", send: async () => {} },
});

it("away from loopback, a phone can be added once the email address is confirmed", async () => {
  const { client, user_id } = await auth.signUp();
  const add = () => client.mfa.enroll({ factorType: "phone", phone: "+12025550123" });
  expect((await add()).error).toMatchObject({
    status: 400,
    code: "email_not_confirmed",
    message:
      "Please confirm your email address before you add a phone. Follow the link that we emailed to you.",
  });
  await auth.prove(user_id);
  expect((await add()).error).toBeNull();
});
