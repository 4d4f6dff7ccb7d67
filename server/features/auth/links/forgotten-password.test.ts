import { describe, expect, it } from "vitest";
import { testPassword, useTestAuth } from "#server/testing/auth/auth.ts";

const auth = useTestAuth();

const { countTokens, readUser, verify } = auth;

const expired = { code: "otp_expired", message: "Token has expired or is invalid" };

describe("a forgotten password", () => {
  it("is reset by the code, typed where it was asked for", async () => {
    const { email, client, user_id } = await auth.signUp();
    const asking = auth.createClient();
    expect(await asking.resetPasswordForEmail(email)).toEqual({ data: {}, error: null });
    const mail = await auth.readEmail();
    expect(mail).toMatchObject({ to: email, subject: "Reset your password" });

    const events: string[] = [];
    asking.onAuthStateChange((event) => {
      events.push(event);
    });
    const { data, error } = await asking.verifyOtp({ email, token: mail.code, type: "recovery" });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(user_id);
    expect(events).toContain("PASSWORD_RECOVERY");
    expect((await asking.updateUser({ password: "brand new" })).error).toBeNull();
    expect((await client.getUser()).error?.name).toBe("AuthSessionMissingError");
    await auth.signIn({ email, password: "brand new" });
    expect(await readUser(user_id)).toMatchObject({ email_proven_at: auth.clock.now() });
  });

  it("requested first by the owner of the address locks out an account that somebody else made with it before", async () => {
    const madeBefore = await auth.signUp();
    const asking = auth.createClient();
    await asking.resetPasswordForEmail(madeBefore.email);
    const { code } = await auth.readEmail();
    const { email } = madeBefore;
    expect((await asking.verifyOtp({ email, token: code, type: "recovery" })).error).toBeNull();

    expect((await madeBefore.client.getUser()).error?.name).toBe("AuthSessionMissingError");
    const again = await auth.createClient().signInWithPassword({ email, password: testPassword });
    expect(again.error?.code).toBe("invalid_credentials");
  });

  it("is reset by the link, in the browser that asked", async () => {
    const { email, user_id } = await auth.signUp();
    const asking = auth.createClient();
    await asking.resetPasswordForEmail(email, {
      redirectTo: "http://localhost:3000/auth?mode=new-password",
    });
    const mail = await auth.readEmail();
    expect(mail.link.searchParams.get("token")).toMatch(/^pkce_/);
    expect(mail.link.searchParams.get("type")).toBe("recovery");

    const { status, to, headers, query, fragment } = await auth.followLink(mail);
    expect(status).toBe(303);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(`${to.origin}${to.pathname}`).toBe("http://localhost:3000/auth");
    expect(query.get("mode")).toBe("new-password");
    expect(fragment.get("type")).toBe("recovery");
    expect([...fragment.keys()]).toEqual(["token_hash", "type"]);

    const events: string[] = [];
    asking.onAuthStateChange((event) => {
      events.push(event);
    });
    const { data, error } = await asking.exchangeCodeForSession(query.get("code") ?? "");
    expect(error).toBeNull();
    expect(data.user?.id).toBe(user_id);
    expect(events).toContain("PASSWORD_RECOVERY");
    expect(await countTokens(user_id)).toBe(0);
  });

  it("is reset by the tokens in the address, without PKCE", async () => {
    const { email, user_id } = await auth.signUp();
    await auth.createClient({ flowType: "implicit" }).resetPasswordForEmail(email);
    const { to, fragment } = await auth.followLink(await auth.readEmail());
    expect(`${to.origin}${to.pathname}${to.search}`).toBe("http://localhost:3000/");
    expect(Object.fromEntries(fragment)).toMatchObject({
      token_type: "bearer",
      expires_in: "3600",
      type: "recovery",
    });
    const { user_id: signedIn } = await auth.deps.sessions.authenticate(
      `Bearer ${fragment.get("access_token")}`,
    );
    expect(signedIn).toBe(user_id);
  });

  it("asks the same of known and unknown addresses, and writes to known ones only", async () => {
    const { email } = await auth.signUp();
    const nobody = "nobody-at-all@paraline.example";
    for (const address of [email, nobody]) {
      const answer = await auth.send("POST", "/recover", { email: address });
      expect([answer.status, answer.body]).toEqual([200, {}]);
    }
    expect(await auth.readEmail()).toMatchObject({ to: email });
    const rows = await auth.db
      .selectFrom("emails")
      .where("to_address", "in", [email, nobody])
      .select(["state", "reason"])
      .orderBy("state")
      .execute();
    expect(rows).toEqual([
      { state: "sent", reason: null },
      { state: "skipped", reason: "No one here is waiting for this email." },
    ]);
  });

  it("is not reset for somebody banned", async () => {
    const { email, user_id } = await auth.signUp();
    await auth.change(user_id, { banned_until: new Date("2999-01-01") });
    expect((await auth.send("POST", "/recover", { email })).body).toEqual({});
    expect(await auth.readEmails()).toEqual([]);
  });

  it("invalidates every other emailed link once the new password is set", async () => {
    const { email, user_id } = await auth.signUp();
    const recovering = await auth.recover({ email });
    await auth.readEmails();
    await auth.createClient().resetPasswordForEmail(email);
    const mail = await auth.readEmail();
    expect((await recovering.updateUser({ password: "something else" })).error).toBeNull();
    expect(await countTokens(user_id)).toBe(0);
    const answer = await verify({ type: "recovery", email, token: mail.code });
    expect([answer.status, answer.body]).toEqual([403, expired]);
  });
});
