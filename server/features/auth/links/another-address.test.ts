import { describe, expect, it } from "vitest";
import { useTestAuth } from "#server/testing/auth/auth.ts";
import { clearExpiredAuth } from "../jobs.ts";

const auth = useTestAuth();

const { prove, readUser, verify } = auth;

describe("another address", () => {
  const newAddress = () => `new-${crypto.randomUUID()}@paraline.example`;
  it("takes effect once the new address has confirmed, and the old one is notified", async () => {
    const { client, email: oldEmail, user_id, password } = await auth.signUp();
    const email = newAddress();
    const { data, error } = await client.updateUser({ email });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: oldEmail, new_email: email });
    const mail = await auth.readEmail();
    expect(mail).toMatchObject({ to: email, subject: "Confirm your new address" });

    const { query } = await auth.followLink(mail);
    const { data: session } = await client.exchangeCodeForSession(query.get("code") ?? "");
    expect(session.user).toMatchObject({ id: user_id, email });
    expect(session.user).not.toHaveProperty("new_email");
    expect(session.user?.identities?.[0]).toMatchObject({
      email,
      identity_data: { email, email_verified: true },
    });
    expect(await readUser(user_id)).toMatchObject({ email_proven_at: auth.clock.now() });
    expect(await auth.readEmail()).toMatchObject({
      to: oldEmail,
      subject: "Your address was changed",
    });
    await auth.signIn({ email, password });
    const before = await auth.createClient().signInWithPassword({ email: oldEmail, password });
    expect(before.error?.code).toBe("invalid_credentials");
  });

  it.each(["new first", "old first"])(
    "needs both addresses to confirm when the old one is proven, %s",
    async (order) => {
      const { client, email: oldEmail, user_id } = await auth.signUp({ flowType: "implicit" });
      await prove(user_id);
      const email = newAddress();
      await client.updateUser({ email });
      const emails = await auth.readEmails();
      const ofNew = emails.find(({ to }) => to === email);
      const ofOld = emails.find(({ to }) => to === oldEmail);
      if (!ofNew || !ofOld) throw new Error("Two emails were expected.");
      expect(emails).toHaveLength(2);
      const [first, second] = order === "new first" ? [ofNew, ofOld] : [ofOld, ofNew];

      const firstConfirmed = await auth.followLink(first);
      expect(firstConfirmed.fragment.get("message")).toContain(
        "confirm link sent to the other email",
      );
      expect(firstConfirmed.fragment.has("access_token")).toBe(false);
      expect((await readUser(user_id)).email).toBe(oldEmail);
      expect((await auth.followLink(first)).fragment.get("error_code")).toBe("otp_expired");

      const whole = await auth.followLink(second);
      expect(whole.fragment.has("access_token")).toBe(true);
      expect((await readUser(user_id)).email).toBe(email);
    },
  );

  it("can be confirmed by both codes", async () => {
    const { client, email: oldEmail, user_id } = await auth.signUp();
    await prove(user_id);
    const email = newAddress();
    await client.updateUser({ email });
    const emails = await auth.readEmails();
    const codeTo = (address: string) => emails.find(({ to }) => to === address)?.code;

    const first = await verify({ type: "email_change", email, token: codeTo(email) });
    expect([first.status, first.body]).toEqual([
      200,
      { msg: expect.stringContaining("other email"), code: "200" },
    ]);
    const second = await verify({
      type: "email_change",
      email: oldEmail,
      token: codeTo(oldEmail),
    });
    expect(second.body.user).toMatchObject({ email });
  });

  it("is refused when somebody has it", async () => {
    const taken = await auth.signUp();
    const { client } = await auth.signUp();
    expect((await client.updateUser({ email: taken.email })).error).toMatchObject({
      status: 422,
      code: "email_exists",
    });
    expect((await client.updateUser({ email: "no address" })).error?.code).toBe(
      "validation_failed",
    );
  });

  it.each(["pkce", "implicit"] as const)(
    "is confirmed by neither address while the account is suspended, with %s",
    async (flowType) => {
      const { client, email: oldEmail, user_id } = await auth.signUp({ flowType });
      await prove(user_id);
      const email = newAddress();
      await client.updateUser({ email });
      const emails = await auth.readEmails();
      expect(emails).toHaveLength(2);
      const suspend = (bannedUntil: Date | null) =>
        auth.change(user_id, { banned_until: bannedUntil });

      await suspend(new Date(auth.clock.now().getTime() + 60_000));
      for (const mail of emails) {
        expect((await auth.followLink(mail)).fragment.get("error_code")).toBe("user_banned");
        const byCode = await verify({ type: "email_change", email: mail.to, token: mail.code });
        expect([byCode.status, byCode.body.code]).toEqual([403, "user_banned"]);
      }
      expect(await readUser(user_id)).toMatchObject({ email: oldEmail, email_change_confirmed: 0 });

      await suspend(null);
      for (const mail of emails) await auth.followLink(mail);
      expect(await readUser(user_id)).toMatchObject({ email });
      expect(await auth.readEmail()).toMatchObject({ subject: "Your address was changed" });
    },
  );

  it("fails when somebody else takes the address before it is confirmed", async () => {
    const { client, user_id, email: oldEmail } = await auth.signUp({ flowType: "implicit" });
    const email = newAddress();
    await client.updateUser({ email });
    const mail = await auth.readEmail();
    await auth.signUp({ email });
    expect((await auth.followLink(mail)).fragment.get("error_code")).toBe("otp_expired");
    const byCode = await verify({ type: "email_change", email, token: mail.code });
    expect(byCode.body.code).toBe("otp_expired");
    expect((await readUser(user_id)).email).toBe(oldEmail);
  });

  it("stays as it is when it is the same", async () => {
    const { client, email } = await auth.signUp();
    const { data, error } = await client.updateUser({ email: email.toUpperCase() });
    expect(error).toBeNull();
    expect(data.user).not.toHaveProperty("new_email");
    expect(await auth.readEmails()).toEqual([]);
  });

  it("is replaced by a later request, and then only that one's email counts", async () => {
    const { client, user_id } = await auth.signUp({ flowType: "implicit" });
    const [first, second] = [newAddress(), newAddress()];
    await client.updateUser({ email: first });
    const old = await auth.readEmail();
    await client.updateUser({ email: second });
    const mail = await auth.readEmail();
    expect((await auth.followLink(old)).fragment.get("error_code")).toBe("otp_expired");
    await auth.followLink(mail);
    expect((await readUser(user_id)).email).toBe(second);
  });

  it("waits a day from when it was asked for, however often its emails are sent again", async () => {
    const { client, email: oldEmail, user_id } = await auth.signUp({ flowType: "implicit" });
    await client.updateUser({ email: newAddress() });
    await auth.readEmail();
    auth.clock.advance({ hours: 23 });
    await client.resend({ type: "email_change", email: oldEmail });
    const mail = await auth.readEmail();
    auth.clock.advance({ hours: 1 });
    expect((await auth.followLink(mail)).fragment.get("error_code")).toBe("otp_expired");
    await client.resend({ type: "email_change", email: oldEmail });
    expect(await auth.readEmails()).toEqual([]);
    auth.clock.advance({ minutes: 1 });
    await clearExpiredAuth(auth.deps)({}, { attempt: 1, lastAttempt: true });
    expect(await readUser(user_id)).toMatchObject({ email: oldEmail, new_email: null });
  });

  it("is given up when the password is changed", async () => {
    const { client, email: oldEmail, user_id } = await auth.signUp({ flowType: "implicit" });
    await client.updateUser({ email: newAddress() });
    const mail = await auth.readEmail();
    await client.updateUser({ password: "something else" });
    expect((await auth.followLink(mail)).fragment.get("error_code")).toBe("otp_expired");
    await auth.readEmails();
    await client.resend({ type: "email_change", email: oldEmail });
    expect(await auth.readEmails()).toEqual([]);
    expect(await readUser(user_id)).toMatchObject({ email: oldEmail, new_email: null });
  });

  it("needs both addresses to confirm when the old one was proven only after it was asked for", async () => {
    const { client, email: oldEmail, user_id } = await auth.signUp({ flowType: "implicit" });
    const email = newAddress();
    await client.updateUser({ email });
    const ofNew = await auth.readEmail();
    await client.resend({ type: "email_change", email: oldEmail });
    expect(await auth.readEmail()).toMatchObject({ to: email });
    await prove(user_id);
    expect((await auth.followLink(ofNew)).fragment.get("message")).toContain("other email");
    expect(await readUser(user_id)).toMatchObject({ email: oldEmail, new_email: email });
    const ofOld = await auth.readEmail();
    expect(ofOld).toMatchObject({ to: oldEmail, subject: "Confirm your email change" });
    expect((await auth.followLink(ofOld)).fragment.has("access_token")).toBe(true);
    expect(await readUser(user_id)).toMatchObject({ email, new_email: null });
  });

  it("asked for twice is confirmed by either email", async () => {
    const { client, user_id } = await auth.signUp({ flowType: "implicit" });
    const email = newAddress();
    await client.updateUser({ email });
    const first = await auth.readEmail();
    await client.updateUser({ email });
    await auth.readEmail();
    expect((await auth.followLink(first)).fragment.has("access_token")).toBe(true);
    expect(await readUser(user_id)).toMatchObject({ email });
  });

  it("is not confirmed by the email of an earlier request for another one", async () => {
    const { client, email: oldEmail, user_id } = await auth.signUp({ flowType: "implicit" });
    await prove(user_id);
    await client.updateUser({ email: newAddress() });
    const ofOld = (await auth.readEmails()).find(({ to }) => to === oldEmail);
    if (!ofOld) throw new Error("The old address got no email.");
    await client.updateUser({ email: newAddress() });
    expect((await auth.followLink(ofOld)).fragment.get("error_code")).toBe("otp_expired");
    expect(await readUser(user_id)).toMatchObject({ email_change_confirmed: 0 });
  });

  it("is emailed again on request", async () => {
    const { client, email: oldEmail } = await auth.signUp();
    const email = newAddress();
    await client.updateUser({ email });
    const first = await auth.readEmail();
    expect((await client.resend({ type: "email_change", email: oldEmail })).error).toBeNull();
    const again = await auth.readEmail();
    expect(again.to).toBe(email);
    expect(again.code === first.code && again.link.href === first.link.href).toBe(false);
    const answer = await verify({ type: "email_change", email, token: again.code });
    expect(answer.body.user).toMatchObject({ email });
  });
});

it("an address that has confirmed a change is not asked again", async () => {
  const { client, email: oldEmail, user_id } = await auth.signUp({ flowType: "implicit" });
  await prove(user_id);
  const email = `new-${crypto.randomUUID()}@paraline.example`;
  await client.updateUser({ email });
  const emails = await auth.readEmails();
  const ofNew = emails.find(({ to }) => to === email);
  if (!ofNew) throw new Error("The new address got no email.");
  await auth.followLink(ofNew);
  await client.resend({ type: "email_change", email: oldEmail });
  const again = await auth.readEmail();
  expect(again.to).toBe(oldEmail);
  await auth.followLink(again);
  expect((await readUser(user_id)).email).toBe(email);
});
