import { expect, it } from "vitest";
import { useTestAuth } from "#server/testing/auth/auth.ts";

const auth = useTestAuth({
  config: { publicUrl: "https://paraline.example", onLoopback: false },
});

const refused = {
  status: 422,
  code: "weak_password",
  reasons: ["pwned"],
  message: "This is one of the most common passwords. Choose one that is harder to guess.",
};

it("refuses a common password at sign-up, when it is changed and after a recovery", async () => {
  const email = "common@paraline.example";
  const signUp = (password: string) => auth.createClient().signUp({ email, password });
  for (const password of ["123456", "Password", "liverpool", "21081990"]) {
    expect((await signUp(password)).error).toMatchObject(refused);
  }
  const { client } = await auth.signUp({ email });
  await auth.readEmails();
  expect((await client.updateUser({ password: "iloveyou" })).error).toMatchObject(refused);
  const recovered = await auth.recover({ email });
  expect((await recovered.updateUser({ password: "iloveyou" })).error).toMatchObject(refused);
  expect((await recovered.updateUser({ password: "iloveyou porto" })).error).toBeNull();
});
