import { decodeJwt } from "jose";
import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { inTransaction } from "#server/db/transactions.ts";
import { type ReadMail, testPassword, useTestAuth } from "#server/testing/auth/auth.ts";
import { whileHeld } from "#server/testing/auth/hold-account.ts";
import { itOnPostgres } from "#server/testing/database/db.ts";
import { recordStatements } from "#server/testing/database/statements.ts";
import { clearExpiredAuth } from "../jobs.ts";

const auth = useTestAuth();

const { prove, userOf } = auth;

const countTokens = async (userId: string) => {
  const tokens = auth.db.selectFrom("auth.one_time_tokens").where("user_id", "=", userId);
  return (await tokens.select("id").execute()).length;
};

const verify = (body: Record<string, unknown>) => auth.send("POST", "/verify", body);
const expired = { code: "otp_expired", message: "Token has expired or is invalid" };
const wrongDigits = (code: string) => (code === "123456" ? "654321" : "123456");

describe("a forgotten password", () => {
  it("is reset by the code, typed where it was asked for", async () => {
    const { email, client, user_id } = await auth.signUp();
    const asking = auth.createClient();
    expect(await asking.resetPasswordForEmail(email)).toEqual({ data: {}, error: null });
    const mail = await auth.readMail();
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
    const fresh = await auth.createClient().signInWithPassword({ email, password: "brand new" });
    expect(fresh.error).toBeNull();
    expect(await userOf(user_id)).toMatchObject({ email_proven_at: auth.clock.now() });
  });

  it("requested first by the owner of the address locks out an account that somebody else made with it before", async () => {
    const madeBefore = await auth.signUp();
    const asking = auth.createClient();
    await asking.resetPasswordForEmail(madeBefore.email);
    const { code } = await auth.readMail();
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
    const mail = await auth.readMail();
    expect(mail.link.searchParams.get("token")).toMatch(/^pkce_/);
    expect(mail.link.searchParams.get("type")).toBe("recovery");

    const { status, to, headers, query, fragment } = await auth.press(mail);
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
    const { to, fragment } = await auth.press(await auth.readMail());
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
    expect(await auth.readMail()).toMatchObject({ to: email });
    const rows = await auth.db
      .selectFrom("mails")
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
    await auth.db
      .updateTable("auth.users")
      .set({ banned_until: new Date("2999-01-01") })
      .where("id", "=", user_id)
      .execute();
    expect((await auth.send("POST", "/recover", { email })).body).toEqual({});
    expect(await auth.readMails()).toEqual([]);
  });

  it("makes every other mailed link worthless once the new password is set", async () => {
    const { email, user_id } = await auth.signUp();
    const recovering = auth.createClient();
    await recovering.resetPasswordForEmail(email);
    const { code } = await auth.readMail();
    await recovering.verifyOtp({ email, token: code, type: "recovery" });
    await auth.readMails();
    await auth.createClient().resetPasswordForEmail(email);
    const mail = await auth.readMail();
    expect((await recovering.updateUser({ password: "something else" })).error).toBeNull();
    expect(await countTokens(user_id)).toBe(0);
    const answer = await verify({ type: "recovery", email, token: mail.code });
    expect([answer.status, answer.body]).toEqual([403, expired]);
  });
});

describe("a mailed link", () => {
  const askForReset = async (flowType: "pkce" | "implicit" = "pkce") => {
    const person = await auth.signUp({ flowType });
    await prove(person.user_id);
    await person.client.resetPasswordForEmail(person.email);
    return { ...person, mail: await auth.readMail() };
  };

  it("shows a page with one button when it is opened, and nothing more happens however often", async () => {
    for (const flowType of ["pkce", "implicit"] as const) {
      const { mail, email, user_id } = await askForReset(flowType);
      for (const method of ["GET", "HEAD", "GET"]) {
        const page = await auth.ask(`${mail.link.pathname}${mail.link.search}`, { method });
        expect([page.status, page.headers.get("location")]).toEqual([200, null]);
        expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
        expect(page.headers.get("cache-control")).toBe("no-store");
        expect(page.headers.get("referrer-policy")).toBe("no-referrer");
        const html = await page.text();
        if (method === "HEAD") continue;
        expect(html.match(/<form/g)).toHaveLength(1);
        expect(html.match(/<button/g)).toHaveLength(1);
        expect(html).toContain(`Choose a password for ${email}</button>`);
        expect(html).not.toContain("<script");
      }
      expect(await countTokens(user_id)).toBe(1);
      const { fragment } = await auth.press(mail);
      expect(fragment.has(flowType === "pkce" ? "token_hash" : "access_token")).toBe(true);
    }
  });

  it("that is used, too old, foreign or malformed says so on that page, and what helps", async () => {
    const { mail } = await askForReset();
    await auth.press(mail);
    const used = `${mail.link.pathname}${mail.link.search}`;
    for (const [path, helps] of [
      [used, "/auth?mode=recovery"],
      ["/auth/v1/verify?token=pkce_unknown&type=recovery", "/auth?mode=recovery"],
      ["/auth/v1/verify?token=unknown&type=signup", "/auth"],
      ["/auth/v1/verify?token=unknown&type=email_change", "/settings"],
      ["/auth/v1/verify?token=x", "/auth"],
      ["/auth/v1/verify", "/auth"],
    ] as const) {
      const page = await auth.ask(path);
      expect([page.status, page.headers.get("cache-control")]).toEqual([200, "no-store"]);
      const html = await page.text();
      expect(html).toContain("This link can&#x27;t be used");
      expect(html).toContain(`href="${helps}"`);
      expect(html).not.toContain("<form");
    }
  });

  it("may lead from its page to an address of the operator's, which the page's policy has to name", async () => {
    const { client, email } = await auth.signUp();
    await client.resetPasswordForEmail(email, { redirectTo: "https://app.example/welcome" });
    const { link } = await auth.readMail();
    const page = await auth.ask(`${link.pathname}${link.search}`);
    const policy = page.headers.get("content-security-policy");
    expect(policy).toContain("form-action 'self' https://app.example;");
    expect(policy).toContain("default-src 'none'");
  });

  it("works in any browser of the person who reads the mail, also when another one asked for it", async () => {
    const { email, user_id } = await auth.signUp();
    await auth.createClient().resetPasswordForEmail(email);
    const { query, fragment } = await auth.press(await auth.readMail());
    const browser = auth.createClient();
    const tokenHash = fragment.get("token_hash") ?? "";
    const { data, error } = await browser.verifyOtp({ token_hash: tokenHash, type: "recovery" });
    expect([error, data.user?.id]).toEqual([null, user_id]);
    expect((await browser.updateUser({ password: "brand new" })).error).toBeNull();
    const again = await verify({ type: "recovery", token_hash: tokenHash });
    expect([again.status, again.body]).toEqual([403, expired]);
    const late = await auth.createClient().exchangeCodeForSession(query.get("code") ?? "");
    expect(late.error).not.toBeNull();
  });

  it("gives what another browser may use for five minutes, and not to who is signed in as somebody else", async () => {
    const { mail } = await askForReset();
    const { fragment } = await auth.press(mail);
    const tokenHash = fragment.get("token_hash");
    const stranger = await (await auth.signUp()).accessToken();
    const foreign = await auth.send(
      "POST",
      "/verify",
      { type: "recovery", token_hash: tokenHash },
      stranger,
    );
    expect([foreign.status, foreign.body.code]).toEqual([409, "conflict"]);
    auth.clock.advance({ minutes: 5, seconds: 1 });
    expect((await verify({ type: "recovery", token_hash: tokenHash })).status).toBe(403);
  });

  it("works once", async () => {
    for (const flowType of ["pkce", "implicit"] as const) {
      const { mail } = await askForReset(flowType);
      await auth.press(mail);
      const again = await auth.press(mail);
      expect(again.status).toBe(303);
      expect(Object.fromEntries(again.fragment)).toEqual({
        error: "access_denied",
        error_code: "otp_expired",
        error_description: "Email link is invalid or has expired",
      });
      expect(again.query.get("error_code")).toBe(flowType === "pkce" ? "otp_expired" : null);
    }
  });

  it("leaves the code good when its button was pressed, and the reverse", async () => {
    const { mail, email, client } = await askForReset();
    const { query } = await auth.press(mail);
    const { error } = await client.verifyOtp({ email, token: mail.code, type: "recovery" });
    expect(error).toBeNull();
    const late = await client.exchangeCodeForSession(query.get("code") ?? "");
    expect(late.error).toMatchObject({ status: 404, code: "flow_state_not_found" });
  });

  it("is good for an hour from when it was mailed", async () => {
    for (const [minutes, works] of [
      [59, true],
      [61, false],
    ] as const) {
      const { mail } = await askForReset("implicit");
      auth.clock.advance({ minutes });
      const { fragment } = await auth.press(mail);
      expect(fragment.has("access_token")).toBe(works);
    }
  });

  it("keeps working when another mail is requested, whose code alone counts, until one of them is used", async () => {
    const { mail, client, email, user_id } = await askForReset("implicit");
    const later = [];
    for (let times = 0; times < 3; times += 1) {
      await client.resetPasswordForEmail(email);
      later.push(await auth.readMail());
    }
    const [second, , last] = later;
    if (mail.code !== last?.code) {
      expect((await verify({ type: "recovery", email, token: mail.code })).status).toBe(403);
    }
    expect((await auth.press(mail)).fragment.has("access_token")).toBe(true);
    for (const other of [mail, second, last]) {
      if (!other) throw new Error("unreachable");
      expect((await auth.press(other)).fragment.get("error_code")).toBe("otp_expired");
    }
    expect(await countTokens(user_id)).toBe(0);
  });

  it("is kept of the ten newest mails, however many are asked for", async () => {
    const { mail, client, email, user_id } = await askForReset("implicit");
    for (let times = 0; times < 10; times += 1) {
      auth.clock.advance({ seconds: 1 });
      await client.resetPasswordForEmail(email);
    }
    await auth.readMails();
    expect(await countTokens(user_id)).toBe(10);
    expect((await auth.press(mail)).fragment.get("error_code")).toBe("otp_expired");
  });

  it("gives no tokens to another browser by losing its mark", async () => {
    const { mail } = await askForReset();
    const token = mail.link.searchParams.get("token") ?? "";
    mail.link.searchParams.set("token", token.replace("pkce_", ""));
    expect((await auth.press(mail)).fragment.get("error_code")).toBe("otp_expired");
  });

  it("is good for its own type only", async () => {
    const { mail } = await askForReset("implicit");
    const tokenHash = mail.link.searchParams.get("token");
    const answer = await verify({ type: "signup", token_hash: tokenHash });
    expect([answer.status, answer.body]).toEqual([403, expired]);
    mail.link.searchParams.set("type", "email_change");
    expect((await auth.press(mail)).fragment.get("error_code")).toBe("otp_expired");
    mail.link.searchParams.set("type", "nonsense");
    expect((await auth.press(mail)).fragment.get("error_code")).toBe("validation_failed");
    expect((await verify({ type: "recovery", token_hash: tokenHash })).status).toBe(200);
  });

  it.each([
    ["http://localhost:3000/circles?a=1", "http://localhost:3000/circles?a=1"],
    ["https://app.example/welcome", "https://app.example/welcome"],
    ["https://app.example/welcome/else", "http://localhost:3000/"],
    ["http://localhost:3000.evil.example/", "http://localhost:3000/"],
    ["http://localhost:3000@evil.example/", "http://localhost:3000/"],
    ["http://me:pw@localhost:3000/", "http://localhost:3000/"],
    ["//evil.example", "http://localhost:3000/"],
    ["\\\\evil.example", "http://localhost:3000/"],
    ["http:\\\\evil.example", "http://localhost:3000/"],
    ["http://localhost:3001/", "http://localhost:3000/"],
    ["https://localhost:3000/", "http://localhost:3000/"],
    ["http://localhost:3000/healthz", "http://localhost:3000/"],
    ["http://localhost:3000/auth?message=Halfway", "http://localhost:3000/auth"],
    ["http://localhost:3000/auth?error=access_denied", "http://localhost:3000/auth"],
    ["http://localhost:3000/auth?token_hash=x#access_token=y", "http://localhost:3000/auth"],
    ["http://localhost:3000/share?circle=1&code=x", "http://localhost:3000/share?circle=1"],
    ["javascript:alert(1)", "http://localhost:3000/"],
    ["/circles", "http://localhost:3000/"],
  ])("asked to lead to %s leads to %s", async (wanted, leadsTo) => {
    const { client, email } = await auth.signUp();
    await client.resetPasswordForEmail(email, { redirectTo: wanted });
    const mail = await auth.readMail();
    expect(mail.link.searchParams.get("redirect_to")).toBe(leadsTo);
    mail.link.searchParams.set("redirect_to", wanted);
    const { to } = await auth.press(mail);
    to.searchParams.delete("code");
    to.hash = "";
    expect(to.href).toBe(leadsTo);
  });

  it("leads to the start page when it names nothing, never to the referrer", async () => {
    const { mail } = await askForReset("implicit");
    mail.link.searchParams.delete("redirect_to");
    const answer = await auth.ask("/auth/v1/verify", {
      method: "POST",
      headers: { Referer: "https://evil.example/" },
      body: mail.link.searchParams,
    });
    expect(answer.headers.get("location")).toMatch(/^http:\/\/localhost:3000\/#access_token=/);
  });

  it("answers a link without a token with an error in the address, too", async () => {
    for (const fields of [
      "",
      "token=x",
      "type=recovery",
      "token=x&type=recovery",
      "a".repeat(20_000),
    ]) {
      const body = new URLSearchParams(fields);
      const answer = await auth.ask("/auth/v1/verify", { method: "POST", body });
      expect(answer.status).toBe(303);
      expect(answer.headers.get("location")).toContain("http://localhost:3000/#error=");
    }
  });
});

describe("a mailed code", () => {
  it("is invalidated after five wrong attempts, and the link of its email still works", async () => {
    const { email, client, user_id } = await auth.signUp({ flowType: "implicit" });
    await client.resetPasswordForEmail(email);
    const mail = await auth.readMail();
    for (let times = 0; times < 5; times += 1) {
      const answer = await verify({ type: "recovery", email, token: wrongDigits(mail.code) });
      expect([answer.status, answer.body]).toEqual([403, expired]);
    }
    const right = await verify({ type: "recovery", email, token: mail.code });
    expect([right.status, right.body]).toEqual([403, expired]);
    expect((await auth.press(mail)).fragment.has("access_token")).toBe(true);
    expect(await countTokens(user_id)).toBe(0);
  });

  it("that strangers have typed wrong still works on a network that its owner has used, where five wrong attempts end it too", async () => {
    const typeFrom = (address: string, email: string, token: string) =>
      auth.send("POST", "/verify", { type: "recovery", email, token }, undefined, {
        "X-Forwarded-For": address,
      });
    const home = "203.0.113.20";
    const mailCode = async () => {
      const { email, client, user_id } = await auth.signUp();
      await prove(user_id);
      await client.resetPasswordForEmail(email);
      const { code } = await auth.readMail();
      for (let times = 0; times < 5; times += 1) {
        // Each from a network of its own: strangers are counted together.
        await typeFrom(`198.51.${times}.1`, email, wrongDigits(code));
      }
      expect((await typeFrom("198.51.100.1", email, code)).body).toEqual(expired);
      return { email, code };
    };
    const typed = await mailCode();
    expect((await typeFrom(home, typed.email, typed.code)).status).toBe(200);

    const { email, code } = await mailCode();
    for (let times = 0; times < 5; times += 1) await typeFrom(home, email, wrongDigits(code));
    expect((await typeFrom(home, email, code)).body).toEqual(expired);
  });

  it("of an account that is not proven is counted for all networks together: a stranger may have made it", async () => {
    const { email, client } = await auth.signUp();
    await client.resetPasswordForEmail(email);
    const { code } = await auth.readMail();
    const elsewhere = { "X-Forwarded-For": "198.51.100.1" };
    const wrong = { type: "recovery", email, token: wrongDigits(code) };
    for (let times = 0; times < 5; times += 1) {
      await auth.send("POST", "/verify", wrong, undefined, elsewhere);
    }
    expect((await verify({ type: "recovery", email, token: code })).body).toEqual(expired);
  });

  it("takes the same work when it is wrong, whether or not anything was mailed to the address", async () => {
    const { email, client } = await auth.signUp();
    await client.resetPasswordForEmail(email);
    const { code } = await auth.readMail();
    const hashing = vi.spyOn(auth.deps.secrets, "isSignedFor");
    const workOf = async (address: string) => {
      hashing.mockClear();
      const statements = await recordStatements(auth.db, () =>
        verify({ type: "recovery", email: address, token: wrongDigits(code) }),
      );
      return { statements, hashed: hashing.mock.calls.map(([purpose]) => purpose) };
    };
    const known = await workOf(email);
    expect(known.hashed).toContain("one-time code");
    expect(known.statements.length).toBeGreaterThan(1);
    expect(await workOf("nobody@paraline.example")).toEqual(known);
    for (let times = 0; times < 5; times += 1) await workOf(email);
    // Nor does it tell that the code is invalid by now.
    expect(await workOf(email)).toEqual(known);
    hashing.mockRestore();
  });

  it("is the newest mail's alone where several accounts change to one address: a guess meets one code", async () => {
    const email = `shared-${crypto.randomUUID()}@paraline.example`;
    const mails: ReadMail[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { client } = await auth.signUp({ flowType: "implicit" });
      await client.updateUser({ email });
      mails.push(await auth.readMail());
      auth.clock.advance({ seconds: 1 });
    }
    const [oldest, , newest] = mails;
    if (!oldest || !newest) throw new Error("Three mails were expected.");
    const byCode = ({ code: token }: ReadMail) => verify({ type: "email_change", email, token });
    const older = await byCode(oldest);
    expect([older.status, older.body]).toEqual([403, expired]);
    expect((await byCode(newest)).body.user).toMatchObject({ email });
    expect(await auth.readMail()).toMatchObject({ subject: "Your address was changed" });
  });

  it("that is used up by wrong attempts leaves no older one to be guessed in its place", async () => {
    const email = `shared-${crypto.randomUUID()}@paraline.example`;
    const codes: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      const { client } = await auth.signUp({ flowType: "implicit" });
      await client.updateUser({ email });
      codes.push((await auth.readMail()).code);
      auth.clock.advance({ seconds: 1 });
    }
    const [older = "", newest = ""] = codes;
    const type = (token: string) => verify({ type: "email_change", email, token });
    for (let times = 0; times < 5; times += 1) {
      expect((await type(wrongDigits(newest))).body).toEqual(expired);
    }
    expect((await type(older)).body).toEqual(expired);
    const tokens = await auth.db
      .selectFrom("auth.one_time_tokens")
      .where("relates_to", "=", email)
      .orderBy("created_at")
      .select("failures")
      .execute();
    expect(tokens).toEqual([{ failures: 0 }, { failures: 5 }]);
  });

  itOnPostgres(
    "is compared five times at most, however many attempts at it arrive at once (nine connections)",
    async () => {
      // Without an account there is nothing else that attempts wait for one by one.
      const email = `nobody-${crypto.randomUUID()}@paraline.example`;
      await auth.send("POST", "/otp", { email });
      const { code: token } = await auth.readMail();
      const held = Promise.withResolvers<void>();
      const goOn = Promise.withResolvers<void>();
      const holder = inTransaction(auth.db, async (tx) => {
        const tokens = tx.selectFrom("auth.one_time_tokens").where("relates_to", "=", email);
        await tokens.select("id").forUpdate().executeTakeFirstOrThrow();
        held.resolve();
        await goOn.promise;
      });
      await held.promise;
      const attempts = Array.from({ length: 7 }, () =>
        verify({ type: "email", email, token: wrongDigits(token) }),
      );
      try {
        await vi.waitFor(async () => {
          const { rows } = await sql`
            select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(auth.db);
          expect(rows).toHaveLength(attempts.length);
        }, 20_000);
      } finally {
        goOn.resolve();
      }
      await holder;
      for (const { body } of await Promise.all(attempts)) expect(body).toEqual(expired);
      const { failures } = await auth.db
        .selectFrom("auth.one_time_tokens")
        .where("relates_to", "=", email)
        .select("failures")
        .executeTakeFirstOrThrow();
      expect(failures).toBe(5);
      expect((await verify({ type: "email", email, token })).body).toEqual(expired);
    },
  );

  it("locks the session that it is typed in once", async () => {
    const person = await auth.signUp();
    await auth.send("POST", "/resend", { type: "signup", email: person.email });
    const mail = await auth.readMail();
    const token = await person.accessToken();
    const proof = { type: "signup", email: mail.to, token: mail.code };
    const statements = await recordStatements(auth.db, async () => {
      expect((await auth.send("POST", "/verify", proof, token)).status).toBe(200);
    });
    const locks = statements.filter((text) => text.includes(" for no key update"));
    expect(locks.filter((text) => / from "auth"\."sessions"/.test(text))).toHaveLength(1);
  });

  it("is refused alike when wrong, used, too old, foreign or never mailed", async () => {
    const { email, client } = await auth.signUp();
    await client.resetPasswordForEmail(email);
    const { code } = await auth.readMail();
    const stranger = await auth.signUp();

    const attempts = [
      { email, token: wrongDigits(code) },
      { email: stranger.email, token: code },
      { email: "nobody@paraline.example", token: code },
      { email, token: "not digits" },
    ];
    for (const attempt of attempts) {
      const answer = await verify({ type: "recovery", ...attempt });
      expect([answer.status, answer.body]).toEqual([403, expired]);
    }
    expect((await verify({ type: "recovery", email, token: code })).status).toBe(200);
    const used = await verify({ type: "recovery", email, token: code });
    expect([used.status, used.body]).toEqual([403, expired]);
  });

  it("is stored neither in its row nor in the queue nor in the mail's row", async () => {
    const { email, client } = await auth.signUp();
    await client.resetPasswordForEmail(email);
    const { code, link } = await auth.readMail();
    const token = (link.searchParams.get("token") ?? "").replace("pkce_", "");
    for (const table of ["auth.one_time_tokens", "auth.flow_state", "mails"] as const) {
      const rows = JSON.stringify(await auth.db.selectFrom(table).selectAll().execute());
      expect(rows).not.toContain(`"${code}"`);
      expect(rows).not.toContain(token);
    }
  });

  it.each([
    [{}, "validation_failed"],
    [{ type: "recovery" }, "validation_failed"],
    [{ type: "recovery", token: "123456" }, "validation_failed"],
    [{ type: "recovery", email: "a@b.example" }, "validation_failed"],
    [{ type: "nonsense", email: "a@b.example", token: "123456" }, "validation_failed"],
    [{ type: "recovery", email: "a@b.example", token: "12\u00003456" }, "validation_failed"],
    [{ type: "sms", phone: "+351999", token: "123456" }, "phone_provider_disabled"],
    [{ type: "magiclink", email: "a@b.example", token: "123456" }, "otp_expired"],
  ])("refuses %j with %s", async (body, code) => {
    expect((await verify(body)).body.code).toBe(code);
  });
});

describe("PKCE", () => {
  const followedLink = async () => {
    const person = await auth.signUp();
    await prove(person.user_id);
    const asking = auth.createClient();
    await asking.resetPasswordForEmail(person.email);
    const mail = await auth.readMail();
    const { query } = await auth.press(mail);
    return { ...person, mail, asking, auth_code: query.get("code") ?? "" };
  };
  const exchange = (authCode: unknown, codeVerifier: unknown) =>
    auth.send("POST", "/token?grant_type=pkce", {
      auth_code: authCode,
      code_verifier: codeVerifier,
    });

  it("burns the code for a wrong verifier", async () => {
    const { auth_code, asking } = await followedLink();
    const wrong = await exchange(auth_code, "x".repeat(64));
    expect([wrong.status, wrong.body.code]).toEqual([400, "bad_code_verifier"]);
    const right = await asking.exchangeCodeForSession(auth_code);
    expect(right.error).toMatchObject({ status: 404, code: "flow_state_not_found" });
  });

  it("exchanges a code once", async () => {
    const { auth_code, asking } = await followedLink();
    expect((await asking.exchangeCodeForSession(auth_code)).error).toBeNull();
    const again = await exchange(auth_code, "x".repeat(64));
    expect([again.status, again.body.code]).toEqual([404, "flow_state_not_found"]);
  });

  it("gives the code five minutes from when the link was followed", async () => {
    const person = await auth.signUp();
    await prove(person.user_id);
    await person.client.resetPasswordForEmail(person.email);
    const mail = await auth.readMail();
    auth.clock.advance({ minutes: 50 });
    const { query } = await auth.press(mail);
    auth.clock.advance({ minutes: 4 });
    const { error } = await person.client.exchangeCodeForSession(query.get("code") ?? "");
    expect(error).toBeNull();

    const late = await followedLink();
    auth.clock.advance({ minutes: 5, seconds: 1 });
    const { error: tooLate } = await late.asking.exchangeCodeForSession(late.auth_code);
    expect(tooLate).toMatchObject({ status: 422, code: "flow_state_expired" });
  });

  it("accepts a plain challenge as well, in upper or lower case", async () => {
    const { email } = await auth.signUp();
    const codeVerifier = "v".repeat(43);
    await auth.send("POST", "/recover", {
      email,
      code_challenge: codeVerifier,
      code_challenge_method: "PLAIN",
    });
    const { query } = await auth.press(await auth.readMail());
    expect((await exchange(query.get("code"), codeVerifier)).status).toBe(200);
  });

  it("refuses what is missing or unknown", async () => {
    expect((await exchange(undefined, "x")).body.code).toBe("validation_failed");
    expect((await exchange("x", "")).body.code).toBe("validation_failed");
    const unknown = await exchange("unknown", "x".repeat(43));
    expect([unknown.status, unknown.body.code]).toEqual([404, "flow_state_not_found"]);
  });
});

describe("proving one's address", () => {
  const codeVerifier = "v".repeat(43);
  /** Asks for the mail again as one's own session does, with a verifier that the test knows. */
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
    auth.db
      .insertInto("mails")
      .values({
        id: crypto.randomUUID(),
        kind: "auth_password_changed",
        intent: `held:${userId}`,
        user_id: userId,
        circle_id: null,
        invite_id: null,
        to_address: "invited@paraline.example",
        state: "waiting",
        reason: null,
        not_before: null,
        created_at: auth.clock.now(),
        sent_at: null,
      })
      .execute();

  it("from within the account changes nothing else: mails that waited go, sessions and password stay", async () => {
    const person = await auth.signUp();
    const { email, user_id, client, password } = person;
    await hold(user_id);
    expect((await resend(email, await person.accessToken())).body).toEqual({});
    const mail = await auth.readMail();
    expect(mail).toMatchObject({ to: email, subject: "Confirm your address" });
    const { query } = await auth.press(mail);
    expect(await userOf(user_id)).toMatchObject({ email_proven_at: null });
    expect((await exchange(query.get("code"))).body.user).toMatchObject({ id: user_id });

    expect(await userOf(user_id)).toMatchObject({ email_proven_at: auth.clock.now() });
    const { data } = await client.getUserIdentities();
    expect(data?.identities[0]?.identity_data).toMatchObject({ email_verified: true });
    const again = await auth.createClient().signInWithPassword({ email, password });
    expect(again.error).toBeNull();
    expect(await auth.readMail()).toMatchObject({
      to: "invited@paraline.example",
      subject: "Your password was changed",
    });
    await resend(email);
    expect(await auth.readMails()).toEqual([]);
  });

  it("by the typed code, or by the link in a browser without the verifier, keeps the account whose session is there", async () => {
    for (const by of ["code", "link"] as const) {
      const person = await auth.signUp();
      const { email, user_id, password } = person;
      await resend(email);
      const mail = await auth.readMail();
      const proof =
        by === "code"
          ? { type: "signup", email, token: mail.code }
          : {
              type: "recovery",
              token_hash: (await auth.press(mail)).fragment.get("token_hash"),
            };
      const token = await person.accessToken();
      const answer = await auth.send("POST", "/verify", proof, token);
      expect(answer.body.user).toMatchObject({ id: user_id });
      expect(decodeJwt(answer.body.access_token).session_id).toBe(decodeJwt(token).session_id);
      expect(await userOf(user_id)).toMatchObject({ email_proven_at: auth.clock.now() });
      const again = await auth.createClient().signInWithPassword({ email, password });
      expect(again.error).toBeNull();
    }
  });

  it.each([
    ["the code", (mail: ReadMail) => ({ type: "signup", token: mail.code, email: mail.to })],
    [
      "the link in another browser",
      async (mail: ReadMail) => ({
        type: "recovery",
        token_hash: (await auth.press(mail)).fragment.get("token_hash"),
      }),
    ],
    [
      "the link in the browser that asked for the mail without being signed in",
      async (mail: ReadMail) => ({ auth_code: (await auth.press(mail)).query.get("code") }),
    ],
  ])("by %s ends what was set up before, and no held mail leaves", async (_by, proofOf) => {
    const stranger = await auth.signUp();
    const { email, user_id, password } = stranger;
    await hold(user_id);
    await resend(email);
    const proof = await proofOf(await auth.readMail());
    const answer =
      "auth_code" in proof ? await exchange(proof.auth_code) : await verify({ ...proof });
    expect(answer.body.user).toMatchObject({ id: user_id });
    expect(decodeJwt(answer.body.access_token).amr).toMatchObject([{ method: "recovery" }]);

    expect(await userOf(user_id)).toMatchObject({
      email_proven_at: auth.clock.now(),
      password_hash: null,
    });
    expect((await stranger.client.getUser()).error?.name).toBe("AuthSessionMissingError");
    const again = await auth.createClient().signInWithPassword({ email, password });
    expect(again.error?.code).toBe("invalid_credentials");
    expect(await auth.readMail()).toMatchObject({
      to: email,
      subject: "Your account is now yours alone",
    });
  });

  it.each(["from within the account", "by a stranger"])(
    "by a link asked for without PKCE %s proves nothing when it is pressed, and keeps the account whose session is there",
    async (asked) => {
      const person = await auth.signUp();
      const { email, user_id, client } = person;
      const token = await person.accessToken();
      const own = asked === "from within the account" ? token : undefined;
      await auth.send("POST", "/resend", { type: "signup", email }, own);
      const { to, fragment } = await auth.press(await auth.readMail());
      expect([to.search, [...fragment.keys()]]).toEqual(["", ["token_hash", "type"]]);
      expect(await userOf(user_id)).toMatchObject({ email_proven_at: null });
      expect((await client.getUser()).error).toBeNull();

      const proof = { type: "recovery", token_hash: fragment.get("token_hash") };
      const answer = await auth.send("POST", "/verify", proof, token);
      expect(decodeJwt(answer.body.access_token).session_id).toBe(decodeJwt(token).session_id);
      const user = await userOf(user_id);
      expect(user.email_proven_at).toEqual(auth.clock.now());
      expect(user.password_hash).not.toBeNull();
      expect(await auth.readMails()).toEqual([]);
    },
  );

  it("by a link asked for without PKCE resets the account in any other browser, and asks for a new password", async () => {
    const stranger = await auth.signUp();
    await auth.send("POST", "/resend", { type: "signup", email: stranger.email });
    const { fragment } = await auth.press(await auth.readMail());
    const tokenHash = fragment.get("token_hash") ?? "";
    const owner = auth.createClient();
    const { data, error } = await owner.verifyOtp({ token_hash: tokenHash, type: "recovery" });
    expect([error, data.user?.id]).toEqual([null, stranger.user_id]);
    expect(decodeJwt(data.session?.access_token ?? "").amr).toMatchObject([{ method: "recovery" }]);
    expect((await stranger.client.getUser()).error?.name).toBe("AuthSessionMissingError");
    expect(await userOf(stranger.user_id)).toMatchObject({ password_hash: null });
    await auth.readMails();
  });

  it("works by the link that the account asked for itself, however many mails strangers ask for, and the reverse", async () => {
    const person = await auth.signUp();
    const token = await person.accessToken();
    const askTimes = async (times: number, accessToken?: string) => {
      const mails: ReadMail[] = [];
      for (let asked = 0; asked < times; asked += 1) {
        auth.clock.advance({ seconds: 1 });
        await resend(person.email, accessToken);
        mails.push(await auth.readMail());
      }
      return mails;
    };
    const readPage = async ({ link }: ReadMail) =>
      (await auth.ask(`${link.pathname}${link.search}`)).text();
    const [own] = await askTimes(1, token);
    const strangers = await askTimes(11);
    await askTimes(9, token);
    if (!own || !strangers[0] || !strangers[1]) throw new Error("unreachable");
    expect(await readPage(own)).toContain("This email was requested by signing up");
    expect(await readPage(strangers[0])).toContain("This link can&#x27;t be used");
    expect(await readPage(strangers[1])).toContain("Anyone who knows this address can request");
    expect(await countTokens(person.user_id)).toBe(20);
    expect((await exchange((await auth.press(own)).query.get("code"))).status).toBe(200);
    expect((await person.client.getUser()).error).toBeNull();
  });

  it("is not done by a link that is followed after the address was proven otherwise", async () => {
    const person = await auth.signUp();
    await resend(person.email, await person.accessToken());
    const mail = await auth.readMail();
    await prove(person.user_id);
    const page = await auth.ask(`${mail.link.pathname}${mail.link.search}`);
    expect(await page.text()).toContain("This link can&#x27;t be used");
    expect((await auth.press(mail)).query.get("error_code")).toBe("otp_expired");
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
    expect(await auth.readMails()).toEqual([]);
  });
});

describe("another address", () => {
  const newAddress = () => `new-${crypto.randomUUID()}@paraline.example`;
  it("takes effect once the new address has confirmed, and the old one is notified", async () => {
    const { client, email: oldEmail, user_id, password } = await auth.signUp();
    const email = newAddress();
    const { data, error } = await client.updateUser({ email });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: oldEmail, new_email: email });
    const mail = await auth.readMail();
    expect(mail).toMatchObject({ to: email, subject: "Confirm your new address" });

    const { query } = await auth.press(mail);
    const { data: session } = await client.exchangeCodeForSession(query.get("code") ?? "");
    expect(session.user).toMatchObject({ id: user_id, email });
    expect(session.user).not.toHaveProperty("new_email");
    expect(session.user?.identities?.[0]).toMatchObject({
      email,
      identity_data: { email, email_verified: true },
    });
    expect(await userOf(user_id)).toMatchObject({ email_proven_at: auth.clock.now() });
    expect(await auth.readMail()).toMatchObject({
      to: oldEmail,
      subject: "Your address was changed",
    });
    const signedIn = await auth.createClient().signInWithPassword({ email, password });
    expect(signedIn.error).toBeNull();
    const before = await auth.createClient().signInWithPassword({ email: oldEmail, password });
    expect(before.error?.code).toBe("invalid_credentials");
  });

  it.each(["new first", "old first"])(
    "takes both addresses when the old one is proven, %s",
    async (order) => {
      const { client, email: oldEmail, user_id } = await auth.signUp({ flowType: "implicit" });
      await prove(user_id);
      const email = newAddress();
      await client.updateUser({ email });
      const mails = await auth.readMails();
      const ofNew = mails.find(({ to }) => to === email);
      const ofOld = mails.find(({ to }) => to === oldEmail);
      if (!ofNew || !ofOld) throw new Error("Two mails were expected.");
      expect(mails).toHaveLength(2);
      const [first, second] = order === "new first" ? [ofNew, ofOld] : [ofOld, ofNew];

      const half = await auth.press(first);
      expect(half.fragment.get("message")).toContain("confirm link sent to the other email");
      expect(half.fragment.has("access_token")).toBe(false);
      expect((await userOf(user_id)).email).toBe(oldEmail);
      expect((await auth.press(first)).fragment.get("error_code")).toBe("otp_expired");

      const whole = await auth.press(second);
      expect(whole.fragment.has("access_token")).toBe(true);
      expect((await userOf(user_id)).email).toBe(email);
    },
  );

  it("can be confirmed by both codes", async () => {
    const { client, email: oldEmail, user_id } = await auth.signUp();
    await prove(user_id);
    const email = newAddress();
    await client.updateUser({ email });
    const mails = await auth.readMails();
    const codeTo = (address: string) => mails.find(({ to }) => to === address)?.code;

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
      const mails = await auth.readMails();
      expect(mails).toHaveLength(2);
      const suspend = (bannedUntil: Date | null) =>
        auth.db
          .updateTable("auth.users")
          .set({ banned_until: bannedUntil })
          .where("id", "=", user_id)
          .execute();

      await suspend(new Date(auth.clock.now().getTime() + 60_000));
      for (const mail of mails) {
        expect((await auth.press(mail)).fragment.get("error_code")).toBe("user_banned");
        const byCode = await verify({ type: "email_change", email: mail.to, token: mail.code });
        expect([byCode.status, byCode.body.code]).toEqual([403, "user_banned"]);
      }
      expect(await userOf(user_id)).toMatchObject({ email: oldEmail, email_change_confirmed: 0 });

      await suspend(null);
      for (const mail of mails) await auth.press(mail);
      expect(await userOf(user_id)).toMatchObject({ email });
      expect(await auth.readMail()).toMatchObject({ subject: "Your address was changed" });
    },
  );

  it("fails when somebody else takes the address before it is confirmed", async () => {
    const { client, user_id, email: oldEmail } = await auth.signUp({ flowType: "implicit" });
    const email = newAddress();
    await client.updateUser({ email });
    const mail = await auth.readMail();
    await auth.signUp({ email });
    expect((await auth.press(mail)).fragment.get("error_code")).toBe("otp_expired");
    const byCode = await verify({ type: "email_change", email, token: mail.code });
    expect(byCode.body.code).toBe("otp_expired");
    expect((await userOf(user_id)).email).toBe(oldEmail);
  });

  it("stays as it is when it is the same", async () => {
    const { client, email } = await auth.signUp();
    const { data, error } = await client.updateUser({ email: email.toUpperCase() });
    expect(error).toBeNull();
    expect(data.user).not.toHaveProperty("new_email");
    expect(await auth.readMails()).toEqual([]);
  });

  it("is replaced by a later request, whose mail alone counts", async () => {
    const { client, user_id } = await auth.signUp({ flowType: "implicit" });
    const [first, second] = [newAddress(), newAddress()];
    await client.updateUser({ email: first });
    const old = await auth.readMail();
    await client.updateUser({ email: second });
    const mail = await auth.readMail();
    expect((await auth.press(old)).fragment.get("error_code")).toBe("otp_expired");
    await auth.press(mail);
    expect((await userOf(user_id)).email).toBe(second);
  });

  it("waits a day from when it was asked for, however often its mails are sent again", async () => {
    const { client, email: oldEmail, user_id } = await auth.signUp({ flowType: "implicit" });
    await client.updateUser({ email: newAddress() });
    await auth.readMail();
    auth.clock.advance({ hours: 23 });
    await client.resend({ type: "email_change", email: oldEmail });
    const mail = await auth.readMail();
    auth.clock.advance({ hours: 1 });
    expect((await auth.press(mail)).fragment.get("error_code")).toBe("otp_expired");
    await client.resend({ type: "email_change", email: oldEmail });
    expect(await auth.readMails()).toEqual([]);
    auth.clock.advance({ minutes: 1 });
    await clearExpiredAuth(auth.deps)({}, { attempt: 1, lastAttempt: true });
    expect(await userOf(user_id)).toMatchObject({ email: oldEmail, new_email: null });
  });

  it("is given up when the password is changed", async () => {
    const { client, email: oldEmail, user_id } = await auth.signUp({ flowType: "implicit" });
    await client.updateUser({ email: newAddress() });
    const mail = await auth.readMail();
    await client.updateUser({ password: "something else" });
    expect((await auth.press(mail)).fragment.get("error_code")).toBe("otp_expired");
    await auth.readMails();
    await client.resend({ type: "email_change", email: oldEmail });
    expect(await auth.readMails()).toEqual([]);
    expect(await userOf(user_id)).toMatchObject({ email: oldEmail, new_email: null });
  });

  it("takes both addresses when the old one was proven only after it was asked for", async () => {
    const { client, email: oldEmail, user_id } = await auth.signUp({ flowType: "implicit" });
    const email = newAddress();
    await client.updateUser({ email });
    const ofNew = await auth.readMail();
    await client.resend({ type: "email_change", email: oldEmail });
    expect(await auth.readMail()).toMatchObject({ to: email });
    await prove(user_id);
    expect((await auth.press(ofNew)).fragment.get("message")).toContain("other email");
    expect(await userOf(user_id)).toMatchObject({ email: oldEmail, new_email: email });
    const ofOld = await auth.readMail();
    expect(ofOld).toMatchObject({ to: oldEmail, subject: "Confirm your email change" });
    expect((await auth.press(ofOld)).fragment.has("access_token")).toBe(true);
    expect(await userOf(user_id)).toMatchObject({ email, new_email: null });
  });

  it("asked for twice is confirmed by either mail", async () => {
    const { client, user_id } = await auth.signUp({ flowType: "implicit" });
    const email = newAddress();
    await client.updateUser({ email });
    const first = await auth.readMail();
    await client.updateUser({ email });
    await auth.readMail();
    expect((await auth.press(first)).fragment.has("access_token")).toBe(true);
    expect(await userOf(user_id)).toMatchObject({ email });
  });

  it("is not confirmed by the mail of an earlier request for another one", async () => {
    const { client, email: oldEmail, user_id } = await auth.signUp({ flowType: "implicit" });
    await prove(user_id);
    await client.updateUser({ email: newAddress() });
    const ofOld = (await auth.readMails()).find(({ to }) => to === oldEmail);
    if (!ofOld) throw new Error("The old address got no mail.");
    await client.updateUser({ email: newAddress() });
    expect((await auth.press(ofOld)).fragment.get("error_code")).toBe("otp_expired");
    expect(await userOf(user_id)).toMatchObject({ email_change_confirmed: 0 });
  });

  it("is mailed again on request", async () => {
    const { client, email: oldEmail } = await auth.signUp();
    const email = newAddress();
    await client.updateUser({ email });
    const first = await auth.readMail();
    expect((await client.resend({ type: "email_change", email: oldEmail })).error).toBeNull();
    const again = await auth.readMail();
    expect(again.to).toBe(email);
    expect(again.code === first.code && again.link.href === first.link.href).toBe(false);
    const answer = await verify({ type: "email_change", email, token: again.code });
    expect(answer.body.user).toMatchObject({ email });
  });
});

it("makes a new link and code when a mail has to be sent again", async () => {
  const { email, client, user_id } = await auth.signUp({ flowType: "implicit" });
  await prove(user_id);
  await client.resetPasswordForEmail(email);
  const first = await auth.readMail();
  await auth.db
    .updateTable("mails")
    .set({ state: "queued" })
    .where("to_address", "=", email)
    .execute();
  const { id } = await auth.db
    .selectFrom("mails")
    .where("to_address", "=", email)
    .select("id")
    .executeTakeFirstOrThrow();
  await auth.db.transaction().execute((tx) => auth.jobs.enqueue(tx, "send_mail", { mail_id: id }));
  const second = await auth.readMail();
  expect(second.link.href).not.toBe(first.link.href);
  expect((await auth.press(first)).fragment.get("error_code")).toBe("otp_expired");
  expect((await auth.press(second)).fragment.has("access_token")).toBe(true);
});

it("asks an address that has confirmed a change no second time", async () => {
  const { client, email: oldEmail, user_id } = await auth.signUp({ flowType: "implicit" });
  await prove(user_id);
  const email = `new-${crypto.randomUUID()}@paraline.example`;
  await client.updateUser({ email });
  const mails = await auth.readMails();
  const ofNew = mails.find(({ to }) => to === email);
  if (!ofNew) throw new Error("The new address got no mail.");
  await auth.press(ofNew);
  await client.resend({ type: "email_change", email: oldEmail });
  const again = await auth.readMail();
  expect(again.to).toBe(oldEmail);
  await auth.press(again);
  expect((await userOf(user_id)).email).toBe(email);
});

/** What happens while another transaction holds the account: it waits for that, and locks nothing that was mailed. */
const expectToWaitForAccount = async <Result>(userId: string, act: () => Promise<Result>) => {
  const { db } = auth;
  return whileHeld(db, userId, {
    act,
    meanwhile: async (tx) => {
      for (const table of ["auth.one_time_tokens", "auth.flow_state"]) {
        const { rows } = await sql`
        select from ${sql.table(table)} where user_id = ${userId} for update nowait`.execute(tx);
        expect(rows.length).toBeGreaterThan(0);
      }
    },
  });
};

itOnPostgres(
  "whatever uses or makes a mailed link locks its account first, so that two at once never wait for each other (two connections)",
  async () => {
    const { email, user_id } = await auth.signUp();
    await prove(user_id);
    const browser = auth.createClient();
    await browser.resetPasswordForEmail(email);
    const first = await auth.readMail();
    auth.clock.advance({ minutes: 2 });
    await auth.createClient().resetPasswordForEmail(email);
    const [second] = await expectToWaitForAccount(user_id, auth.readMails);

    const pressed = await expectToWaitForAccount(user_id, () => auth.press(first));
    const code = pressed.query.get("code") ?? "";
    const typed = await expectToWaitForAccount(user_id, () =>
      verify({ type: "recovery", email, token: wrongDigits(second?.code ?? "") }),
    );
    expect(typed).toMatchObject({ body: expired });
    const exchanged = await expectToWaitForAccount(user_id, () =>
      browser.exchangeCodeForSession(code),
    );
    expect(exchanged).toMatchObject({ error: null });
  },
);
