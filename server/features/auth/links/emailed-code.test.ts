import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { inTransaction } from "#server/db/transactions.ts";
import { type ReadEmail, useTestAuth } from "#server/testing/auth/auth.ts";
import { itOnPostgres } from "#server/testing/database/db.ts";
import { readRow } from "#server/testing/database/rows.ts";
import { recordStatements } from "#server/testing/database/statements.ts";
import { repeat } from "#server/testing/repeat.ts";

const auth = useTestAuth();

const { countTokens, prove, verify } = auth;

const expired = { code: "otp_expired", message: "Token has expired or is invalid" };

const wrongDigits = (code: string) => (code === "123456" ? "654321" : "123456");

describe("an emailed code", () => {
  it("is invalidated after five wrong attempts, and the link of its email still works", async () => {
    const { email, client, user_id } = await auth.signUp({ flowType: "implicit" });
    await client.resetPasswordForEmail(email);
    const mail = await auth.readEmail();
    for (let times = 0; times < 5; times += 1) {
      const answer = await verify({ type: "recovery", email, token: wrongDigits(mail.code) });
      expect([answer.status, answer.body]).toEqual([403, expired]);
    }
    const right = await verify({ type: "recovery", email, token: mail.code });
    expect([right.status, right.body]).toEqual([403, expired]);
    expect((await auth.followLink(mail)).fragment.has("access_token")).toBe(true);
    expect(await countTokens(user_id)).toBe(0);
  });

  it("an emailed code that strangers have typed wrong still works on a network that its owner has used, where five wrong attempts end it too", async () => {
    const typeFrom = (address: string, email: string, token: string) =>
      auth.send("POST", "/verify", { type: "recovery", email, token }, undefined, {
        "X-Forwarded-For": address,
      });
    const home = "203.0.113.20";
    const mailCode = async () => {
      const { email, client, user_id } = await auth.signUp();
      await prove(user_id);
      await client.resetPasswordForEmail(email);
      const { code } = await auth.readEmail();
      for (let times = 0; times < 5; times += 1) {
        // Each code comes from another network, because strangers' networks are counted together.
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

  it("an emailed code of an account that is not proven is counted for all networks together: a stranger may have made it", async () => {
    const { email, client } = await auth.signUp();
    await client.resetPasswordForEmail(email);
    const { code } = await auth.readEmail();
    const elsewhere = { "X-Forwarded-For": "198.51.100.1" };
    const wrong = { type: "recovery", email, token: wrongDigits(code) };
    await repeat(5, () => auth.send("POST", "/verify", wrong, undefined, elsewhere));
    expect((await verify({ type: "recovery", email, token: code })).body).toEqual(expired);
  });

  it("takes the same work when it is wrong, whether or not anything was emailed to the address", async () => {
    const { email, client } = await auth.signUp();
    await client.resetPasswordForEmail(email);
    const { code } = await auth.readEmail();
    const hashing = vi.spyOn(auth.deps.secrets, "isSignedFor");
    const recordWork = async (address: string) => {
      hashing.mockClear();
      const statements = await recordStatements(auth.db, () =>
        verify({ type: "recovery", email: address, token: wrongDigits(code) }),
      );
      return { statements, hashed: hashing.mock.calls.map(([purpose]) => purpose) };
    };
    const known = await recordWork(email);
    expect(known.hashed).toContain("one-time code");
    expect(known.statements.length).toBeGreaterThan(1);
    expect(await recordWork("nobody@paraline.example")).toEqual(known);
    for (let times = 0; times < 5; times += 1) await recordWork(email);
    // The work does not tell that the code has become invalid either.
    expect(await recordWork(email)).toEqual(known);
    hashing.mockRestore();
  });

  it("counts only from the newest email if several accounts change to one address, so that a guess is compared with one code", async () => {
    const email = `shared-${crypto.randomUUID()}@paraline.example`;
    const emails: ReadEmail[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { client } = await auth.signUp({ flowType: "implicit" });
      await client.updateUser({ email });
      emails.push(await auth.readEmail());
      auth.clock.advance({ seconds: 1 });
    }
    const [oldest, , newest] = emails;
    if (!oldest || !newest) throw new Error("Three emails were expected.");
    const byCode = ({ code: token }: ReadEmail) => verify({ type: "email_change", email, token });
    const older = await byCode(oldest);
    expect([older.status, older.body]).toEqual([403, expired]);
    expect((await byCode(newest)).body.user).toMatchObject({ email });
    expect(await auth.readEmail()).toMatchObject({ subject: "Your address was changed" });
  });

  it("an emailed code that is used up by wrong attempts leaves no older one to be guessed in its place", async () => {
    const email = `shared-${crypto.randomUUID()}@paraline.example`;
    const codes: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      const { client } = await auth.signUp({ flowType: "implicit" });
      await client.updateUser({ email });
      codes.push((await auth.readEmail()).code);
      auth.clock.advance({ seconds: 1 });
    }
    const [older = "", newest = ""] = codes;
    const type = (token: string) => verify({ type: "email_change", email, token });
    await repeat(5, async () => expect((await type(wrongDigits(newest))).body).toEqual(expired));
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
      // If there were an account, its lock would already let only one attempt at a time through.
      const email = `nobody-${crypto.randomUUID()}@paraline.example`;
      await auth.send("POST", "/otp", { email });
      const { code: token } = await auth.readEmail();
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
      const { failures } = await readRow(auth.db, "auth.one_time_tokens", { relates_to: email });
      expect(failures).toBe(5);
      expect((await verify({ type: "email", email, token })).body).toEqual(expired);
    },
  );

  it("locks the session that it is typed in once", async () => {
    const person = await auth.signUp();
    await auth.send("POST", "/resend", { type: "signup", email: person.email });
    const mail = await auth.readEmail();
    const token = await person.accessToken();
    const proof = { type: "signup", email: mail.to, token: mail.code };
    const statements = await recordStatements(auth.db, async () => {
      expect((await auth.send("POST", "/verify", proof, token)).status).toBe(200);
    });
    const locks = statements.filter((text) => text.includes(" for no key update"));
    expect(locks.filter((text) => / from "auth"\."sessions"/.test(text))).toHaveLength(1);
  });

  it("is refused in the same way when wrong, used, too old, foreign or never emailed", async () => {
    const { email, client } = await auth.signUp();
    await client.resetPasswordForEmail(email);
    const { code } = await auth.readEmail();
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

  it("is stored neither in its row nor in the queue nor in the email's row", async () => {
    const { email, client } = await auth.signUp();
    await client.resetPasswordForEmail(email);
    const { code, link } = await auth.readEmail();
    const token = (link.searchParams.get("token") ?? "").replace("pkce_", "");
    for (const table of ["auth.one_time_tokens", "auth.flow_state", "emails"] as const) {
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
