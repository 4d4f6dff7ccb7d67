import { expect, it } from "vitest";
import { testPassword, useTestAuth } from "#server/testing/auth/auth.ts";
import { addApp } from "#server/testing/auth/authenticator-app.ts";
import { changeRows, readRow } from "#server/testing/database/rows.ts";

const auth = useTestAuth({
  config: { publicUrl: "https://paraline.example", onLoopback: false },
});

it("emails the proving link at sign-up where invitations wait for it, and signs in at once", async () => {
  const { client, email, user_id } = await auth.signUp();
  expect((await client.getUser()).error).toBeNull();
  const mail = await auth.readEmail();
  expect(mail).toMatchObject({ to: email, subject: "Confirm your address" });
  expect(mail.link.origin).toBe("https://paraline.example");

  const { to, query } = await auth.followLink(mail);
  expect(to.href).toMatch(/^https:\/\/paraline\.example\/\?code=/);
  expect((await client.exchangeCodeForSession(query.get("code") ?? "")).error).toBeNull();
  const { email_proven_at } = await readRow(auth.db, "auth.users", { id: user_id });
  expect(email_proven_at).toEqual(auth.clock.now());
  expect((await client.getUser()).error).toBeNull();
});

it("sends nothing when the address is taken", async () => {
  const { email } = await auth.signUp();
  await auth.readEmails();
  const { error } = await auth.createClient().signUp({ email, password: testPassword });
  expect(error?.code).toBe("user_already_exists");
  expect(await auth.readEmails()).toEqual([]);
});

it("an account is notified of changes only at an address that was proven before them", async () => {
  const subjects = [];
  for (const emailProvenAt of [null, auth.clock.now()]) {
    const { client, email, user_id } = await auth.signUp();
    const { db } = auth;
    await changeRows(db, "auth.users", { id: user_id }, { email_proven_at: emailProvenAt });
    await auth.readEmails();
    expect((await client.updateUser({ password: "battery staple" })).error).toBeNull();
    const { factorId } = await addApp(auth.clock, client);
    expect((await client.mfa.unenroll({ factorId })).error).toBeNull();
    const newEmail = `new-${email}`;
    expect((await client.updateUser({ email: newEmail })).error).toBeNull();
    const emails = await auth.readEmails();
    for (const mail of emails.filter(({ text }) => text.includes("/verify")))
      await auth.followLink(mail);
    const user = db.selectFrom("auth.users").where("id", "=", user_id).select("email");
    expect(await user.executeTakeFirst()).toEqual({ email: newEmail });
    emails.push(...(await auth.readEmails()));
    subjects.push(
      emails
        .filter(({ to }) => to === email)
        .map(({ subject }) => subject)
        .sort(),
    );
  }
  expect(subjects).toEqual([
    [],
    [
      "A second step was added",
      "A second step was removed",
      "Confirm your email change",
      "Your address was changed",
      "Your password was changed",
    ],
  ]);
});
