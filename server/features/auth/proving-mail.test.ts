import { expect, it } from "vitest";
import { useTestAuth } from "#server/testing/auth.ts";
import { useTestDatabase } from "#server/testing/db.ts";

const database = useTestDatabase();
const auth = useTestAuth(database, {
  config: { public_url: "https://paraline.example", on_loopback: false },
});

it("mails the proving link at sign-up where invitations wait for it, and signs in at once", async () => {
  const { client, email, user_id } = await auth.signUp();
  expect((await client.getUser()).error).toBeNull();
  const mail = await auth.readMail();
  expect(mail).toMatchObject({ to: email, subject: "Confirm your address" });
  expect(mail.link.origin).toBe("https://paraline.example");

  const { to, query } = await auth.press(mail);
  expect(to.href).toMatch(/^https:\/\/paraline\.example\/\?code=/);
  expect((await client.exchangeCodeForSession(query.get("code") ?? "")).error).toBeNull();
  const { email_proven_at } = await database.db
    .selectFrom("auth.users")
    .where("id", "=", user_id)
    .select("email_proven_at")
    .executeTakeFirstOrThrow();
  expect(email_proven_at).toEqual(auth.clock.now());
  expect((await client.getUser()).error).toBeNull();
});

it("writes nobody when the address is taken", async () => {
  const { email } = await auth.signUp();
  await auth.readMails();
  const { error } = await auth.createClient().signUp({ email, password: "secret" });
  expect(error?.code).toBe("user_already_exists");
  expect(await auth.readMails()).toEqual([]);
});
