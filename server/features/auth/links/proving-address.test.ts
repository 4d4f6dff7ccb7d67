import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { type ReadEmail, useTestAuth } from "#server/testing/auth/auth.ts";
import { insertRow } from "#server/testing/database/rows.ts";

const auth = useTestAuth();

const { countTokens, prove, readUser, verify } = auth;

describe("proving one's address", () => {
  const codeVerifier = "v".repeat(43);
  /** Asks for the email again as the account's own session does, with a verifier that the test knows. */
  const resend = (email: string, accessToken?: string) =>
    auth.send(
      "POST",
      "/resend",
      { type: "signup", email, code_challenge: codeVerifier, code_challenge_method: "plain" },
      accessToken,
    );
  const exchange = (authCode: string | null) =>
    auth.send("POST", "/token?grant_type=pkce", {
      auth_code: authCode,
      code_verifier: codeVerifier,
    });
  const hold = (userId: string) =>
    insertRow(auth.db, "emails", {
      id: crypto.randomUUID(),
      kind: "auth_password_changed",
      intent: `held:${userId}`,
      user_id: userId,
      to_address: "invited@paraline.example",
      state: "waiting",
      created_at: auth.clock.now(),
    });

  it("proving one's address from within the account changes nothing else: emails that waited are sent, sessions and password stay", async () => {
    const person = await auth.signUp();
    const { email, user_id, client, password } = person;
    await hold(user_id);
    expect((await resend(email, await person.accessToken())).body).toEqual({});
    const mail = await auth.readEmail();
    expect(mail).toMatchObject({ to: email, subject: "Confirm your address" });
    const { query } = await auth.followLink(mail);
    expect(await readUser(user_id)).toMatchObject({ email_proven_at: null });
    expect((await exchange(query.get("code"))).body.user).toMatchObject({ id: user_id });

    expect(await readUser(user_id)).toMatchObject({ email_proven_at: auth.clock.now() });
    const { data } = await client.getUserIdentities();
    expect(data?.identities[0]?.identity_data).toMatchObject({ email_verified: true });
    const again = await auth.createClient().signInWithPassword({ email, password });
    expect(again.error).toBeNull();
    expect(await auth.readEmail()).toMatchObject({
      to: "invited@paraline.example",
      subject: "Your password was changed",
    });
    await resend(email);
    expect(await auth.readEmails()).toEqual([]);
  });

  it("proving one's address by the typed code, or by the link in a browser without the verifier, keeps the account whose session is there", async () => {
    for (const by of ["code", "link"] as const) {
      const person = await auth.signUp();
      const { email, user_id, password } = person;
      await resend(email);
      const mail = await auth.readEmail();
      const proof =
        by === "code"
          ? { type: "signup", email, token: mail.code }
          : {
              type: "recovery",
              token_hash: (await auth.followLink(mail)).fragment.get("token_hash"),
            };
      const token = await person.accessToken();
      const answer = await auth.send("POST", "/verify", proof, token);
      expect(answer.body.user).toMatchObject({ id: user_id });
      expect(decodeJwt(answer.body.access_token).session_id).toBe(decodeJwt(token).session_id);
      expect(await readUser(user_id)).toMatchObject({ email_proven_at: auth.clock.now() });
      const again = await auth.createClient().signInWithPassword({ email, password });
      expect(again.error).toBeNull();
    }
  });

  it.each([
    ["the code", (mail: ReadEmail) => ({ type: "signup", token: mail.code, email: mail.to })],
    [
      "the link in another browser",
      async (mail: ReadEmail) => ({
        type: "recovery",
        token_hash: (await auth.followLink(mail)).fragment.get("token_hash"),
      }),
    ],
    [
      "the link in the browser that asked for the email without being signed in",
      async (mail: ReadEmail) => ({ auth_code: (await auth.followLink(mail)).query.get("code") }),
    ],
  ])(
    "proving one's address by %s ends what was set up before, and no held email leaves",
    async (_by, createProof) => {
      const stranger = await auth.signUp();
      const { email, user_id, password } = stranger;
      await hold(user_id);
      await resend(email);
      const proof = await createProof(await auth.readEmail());
      const answer =
        "auth_code" in proof ? await exchange(proof.auth_code) : await verify({ ...proof });
      expect(answer.body.user).toMatchObject({ id: user_id });
      expect(decodeJwt(answer.body.access_token).amr).toMatchObject([{ method: "recovery" }]);

      expect(await readUser(user_id)).toMatchObject({
        email_proven_at: auth.clock.now(),
        password_hash: null,
      });
      expect((await stranger.client.getUser()).error?.name).toBe("AuthSessionMissingError");
      const again = await auth.createClient().signInWithPassword({ email, password });
      expect(again.error?.code).toBe("invalid_credentials");
      expect(await auth.readEmail()).toMatchObject({
        to: email,
        subject: "Everyone else was signed out of your account",
      });
    },
  );

  it.each(["from within the account", "by a stranger"])(
    "proving one's address by a link asked for without PKCE %s proves nothing when it is clicked, and keeps the account whose session is there",
    async (asked) => {
      const person = await auth.signUp();
      const { email, user_id, client } = person;
      const token = await person.accessToken();
      const own = asked === "from within the account" ? token : undefined;
      await auth.send("POST", "/resend", { type: "signup", email }, own);
      const { to, fragment } = await auth.followLink(await auth.readEmail());
      expect([to.search, [...fragment.keys()]]).toEqual(["", ["token_hash", "type"]]);
      expect(await readUser(user_id)).toMatchObject({ email_proven_at: null });
      expect((await client.getUser()).error).toBeNull();

      const proof = { type: "recovery", token_hash: fragment.get("token_hash") };
      const answer = await auth.send("POST", "/verify", proof, token);
      expect(decodeJwt(answer.body.access_token).session_id).toBe(decodeJwt(token).session_id);
      const user = await readUser(user_id);
      expect(user.email_proven_at).toEqual(auth.clock.now());
      expect(user.password_hash).not.toBeNull();
      expect(await auth.readEmails()).toEqual([]);
    },
  );

  it("proving one's address by a link asked for without PKCE resets the account in any other browser, and asks for a new password", async () => {
    const stranger = await auth.signUp();
    await auth.send("POST", "/resend", { type: "signup", email: stranger.email });
    const { fragment } = await auth.followLink(await auth.readEmail());
    const tokenHash = fragment.get("token_hash") ?? "";
    const owner = auth.createClient();
    const { data, error } = await owner.verifyOtp({ token_hash: tokenHash, type: "recovery" });
    expect([error, data.user?.id]).toEqual([null, stranger.user_id]);
    expect(decodeJwt(data.session?.access_token ?? "").amr).toMatchObject([{ method: "recovery" }]);
    expect((await stranger.client.getUser()).error?.name).toBe("AuthSessionMissingError");
    expect(await readUser(stranger.user_id)).toMatchObject({ password_hash: null });
    await auth.readEmails();
  });

  it("works by the link that the account asked for itself, however many emails strangers ask for, and the reverse", async () => {
    const person = await auth.signUp();
    const token = await person.accessToken();
    const askTimes = async (times: number, accessToken?: string) => {
      const emails: ReadEmail[] = [];
      for (let asked = 0; asked < times; asked += 1) {
        auth.clock.advance({ seconds: 1 });
        await resend(person.email, accessToken);
        emails.push(await auth.readEmail());
      }
      return emails;
    };
    const readPage = async ({ link }: ReadEmail) =>
      (await auth.ask(`${link.pathname}${link.search}`)).text();
    const [own] = await askTimes(1, token);
    const strangers = await askTimes(11);
    await askTimes(9, token);
    if (!own || !strangers[0] || !strangers[1]) throw new Error("unreachable");
    expect(await readPage(own)).toContain("where you signed up or requested this email");
    expect(await readPage(strangers[0])).toContain("This link can&#x27;t be used");
    expect(await readPage(strangers[1])).toContain("Anyone who knows this address can request");
    expect(await countTokens(person.user_id)).toBe(20);
    expect((await exchange((await auth.followLink(own)).query.get("code"))).status).toBe(200);
    expect((await person.client.getUser()).error).toBeNull();
  });

  it("is not done by a link that is followed after the address was proven otherwise", async () => {
    const person = await auth.signUp();
    await resend(person.email, await person.accessToken());
    const mail = await auth.readEmail();
    await prove(person.user_id);
    const page = await auth.ask(`${mail.link.pathname}${mail.link.search}`);
    expect(await page.text()).toContain("This link can&#x27;t be used");
    expect((await auth.followLink(mail)).query.get("error_code")).toBe("otp_expired");
  });

  it.each([
    [{ type: "sms", phone: "+351999" }, 400, "phone_provider_disabled"],
    [{ type: "phone_change", phone: "+351999" }, 400, "phone_provider_disabled"],
    [{ type: "recovery", email: "a@b.example" }, 400, "validation_failed"],
    [{ type: "signup" }, 400, "validation_failed"],
    [{ email: "a@b.example" }, 400, "validation_failed"],
  ])("refuses to resend %j", async (body, status, code) => {
    const answer = await auth.send("POST", "/resend", body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it("gives the same response for an address without an account", async () => {
    for (const type of ["signup", "email_change"]) {
      const answer = await auth.send("POST", "/resend", { type, email: "nobody@paraline.example" });
      expect([answer.status, answer.body]).toEqual([200, {}]);
    }
    expect(await auth.readEmails()).toEqual([]);
  });
});
