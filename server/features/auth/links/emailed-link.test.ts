import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { useTestAuth } from "#server/testing/auth/auth.ts";
import { whileHeld } from "#server/testing/auth/hold-account.ts";
import { itOnPostgres } from "#server/testing/database/db.ts";
import { changeRows, readRow } from "#server/testing/database/rows.ts";

const auth = useTestAuth();

const { countTokens, prove, verify } = auth;

const expired = { code: "otp_expired", message: "Token has expired or is invalid" };

const wrongDigits = (code: string) => (code === "123456" ? "654321" : "123456");

describe("an emailed link", () => {
  const askForReset = async (flowType: "pkce" | "implicit" = "pkce") => {
    const person = await auth.signUp({ flowType });
    await prove(person.user_id);
    await person.client.resetPasswordForEmail(person.email);
    return { ...person, mail: await auth.readEmail() };
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
      const { fragment } = await auth.followLink(mail);
      expect(fragment.has(flowType === "pkce" ? "token_hash" : "access_token")).toBe(true);
    }
  });

  it("an emailed link that is used, too old, foreign or malformed says so on that page, and what helps", async () => {
    const { mail } = await askForReset();
    await auth.followLink(mail);
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
    const { link } = await auth.readEmail();
    const page = await auth.ask(`${link.pathname}${link.search}`);
    const policy = page.headers.get("content-security-policy");
    expect(policy).toContain("form-action 'self' https://app.example;");
    expect(policy).toContain("default-src 'none'");
  });

  it("works in any browser of the person who reads the email, also when another one asked for it", async () => {
    const { email, user_id } = await auth.signUp();
    await auth.createClient().resetPasswordForEmail(email);
    const { query, fragment } = await auth.followLink(await auth.readEmail());
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

  it("gives another browser what it may use for five minutes, but not while it is signed in as somebody else", async () => {
    const { mail } = await askForReset();
    const { fragment } = await auth.followLink(mail);
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
      await auth.followLink(mail);
      const again = await auth.followLink(mail);
      expect(again.status).toBe(303);
      expect(Object.fromEntries(again.fragment)).toEqual({
        error: "access_denied",
        error_code: "otp_expired",
        error_description: "Email link is invalid or has expired",
      });
      expect(again.query.get("error_code")).toBe(flowType === "pkce" ? "otp_expired" : null);
    }
  });

  it("leaves the code valid when its button was clicked, and the reverse", async () => {
    const { mail, email, client } = await askForReset();
    const { query } = await auth.followLink(mail);
    const { error } = await client.verifyOtp({ email, token: mail.code, type: "recovery" });
    expect(error).toBeNull();
    const late = await client.exchangeCodeForSession(query.get("code") ?? "");
    expect(late.error).toMatchObject({ status: 404, code: "flow_state_not_found" });
  });

  it("is valid for an hour from when it was emailed", async () => {
    for (const [minutes, works] of [
      [59, true],
      [61, false],
    ] as const) {
      const { mail } = await askForReset("implicit");
      auth.clock.advance({ minutes });
      const { fragment } = await auth.followLink(mail);
      expect(fragment.has("access_token")).toBe(works);
    }
  });

  it("keeps working when another email is requested, whose code alone counts, until one of them is used", async () => {
    const { mail, client, email, user_id } = await askForReset("implicit");
    const later = [];
    for (let times = 0; times < 3; times += 1) {
      await client.resetPasswordForEmail(email);
      later.push(await auth.readEmail());
    }
    const [second, , last] = later;
    if (mail.code !== last?.code) {
      expect((await verify({ type: "recovery", email, token: mail.code })).status).toBe(403);
    }
    expect((await auth.followLink(mail)).fragment.has("access_token")).toBe(true);
    for (const other of [mail, second, last]) {
      if (!other) throw new Error("unreachable");
      expect((await auth.followLink(other)).fragment.get("error_code")).toBe("otp_expired");
    }
    expect(await countTokens(user_id)).toBe(0);
  });

  it("is kept for the ten newest emails, however many are asked for", async () => {
    const { mail, client, email, user_id } = await askForReset("implicit");
    for (let times = 0; times < 10; times += 1) {
      auth.clock.advance({ seconds: 1 });
      await client.resetPasswordForEmail(email);
    }
    await auth.readEmails();
    expect(await countTokens(user_id)).toBe(10);
    expect((await auth.followLink(mail)).fragment.get("error_code")).toBe("otp_expired");
  });

  it("gives no tokens to another browser if its mark is removed", async () => {
    const { mail } = await askForReset();
    const token = mail.link.searchParams.get("token") ?? "";
    mail.link.searchParams.set("token", token.replace("pkce_", ""));
    expect((await auth.followLink(mail)).fragment.get("error_code")).toBe("otp_expired");
  });

  it("is valid only for its own type", async () => {
    const { mail } = await askForReset("implicit");
    const tokenHash = mail.link.searchParams.get("token");
    const answer = await verify({ type: "signup", token_hash: tokenHash });
    expect([answer.status, answer.body]).toEqual([403, expired]);
    mail.link.searchParams.set("type", "email_change");
    expect((await auth.followLink(mail)).fragment.get("error_code")).toBe("otp_expired");
    mail.link.searchParams.set("type", "nonsense");
    expect((await auth.followLink(mail)).fragment.get("error_code")).toBe("validation_failed");
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
    const mail = await auth.readEmail();
    expect(mail.link.searchParams.get("redirect_to")).toBe(leadsTo);
    mail.link.searchParams.set("redirect_to", wanted);
    const { to } = await auth.followLink(mail);
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

describe("PKCE", () => {
  const followedLink = async () => {
    const person = await auth.signUp();
    await prove(person.user_id);
    const asking = auth.createClient();
    await asking.resetPasswordForEmail(person.email);
    const mail = await auth.readEmail();
    const { query } = await auth.followLink(mail);
    return { ...person, mail, asking, auth_code: query.get("code") ?? "" };
  };
  const exchange = (authCode: unknown, codeVerifier: unknown) =>
    auth.send("POST", "/token?grant_type=pkce", {
      auth_code: authCode,
      code_verifier: codeVerifier,
    });

  it("invalidates the code after a wrong verifier", async () => {
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
    const mail = await auth.readEmail();
    auth.clock.advance({ minutes: 50 });
    const { query } = await auth.followLink(mail);
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
    const { query } = await auth.followLink(await auth.readEmail());
    expect((await exchange(query.get("code"), codeVerifier)).status).toBe(200);
  });

  it("refuses what is missing or unknown", async () => {
    expect((await exchange(undefined, "x")).body.code).toBe("validation_failed");
    expect((await exchange("x", "")).body.code).toBe("validation_failed");
    const unknown = await exchange("unknown", "x".repeat(43));
    expect([unknown.status, unknown.body.code]).toEqual([404, "flow_state_not_found"]);
  });
});

it("makes a new link and code when an email has to be sent again", async () => {
  const { email, client, user_id } = await auth.signUp({ flowType: "implicit" });
  await prove(user_id);
  await client.resetPasswordForEmail(email);
  const first = await auth.readEmail();
  await changeRows(auth.db, "emails", { to_address: email }, { state: "queued" });
  const { id } = await readRow(auth.db, "emails", { to_address: email });
  await auth.db.transaction().execute((tx) => auth.jobs.enqueue(tx, "send_mail", { mail_id: id }));
  const second = await auth.readEmail();
  expect(second.link.href).not.toBe(first.link.href);
  expect((await auth.followLink(first)).fragment.get("error_code")).toBe("otp_expired");
  expect((await auth.followLink(second)).fragment.has("access_token")).toBe(true);
});

/**
 * Expects that, while another transaction holds the account, `act` waits for the account and has locked no link, code
 * or request.
 */
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
  "whatever uses or makes an emailed link locks its account first, so that two at once never wait for each other (two connections)",
  async () => {
    const { email, user_id } = await auth.signUp();
    await prove(user_id);
    const browser = auth.createClient();
    await browser.resetPasswordForEmail(email);
    const first = await auth.readEmail();
    auth.clock.advance({ minutes: 2 });
    await auth.createClient().resetPasswordForEmail(email);
    const [second] = await expectToWaitForAccount(user_id, auth.readEmails);

    const followed = await expectToWaitForAccount(user_id, () => auth.followLink(first));
    const code = followed.query.get("code") ?? "";
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
