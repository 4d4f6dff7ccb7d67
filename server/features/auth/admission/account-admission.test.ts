import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { inTransaction } from "#server/db/transactions.ts";
import { useTestAuth } from "#server/testing/auth/auth.ts";
import { seedCircle } from "#server/testing/seed-circle.ts";
import { inviteAccount, mayCreateAccount } from "./account-admission.ts";
import { insertInvitedAddress } from "./admission-queries.ts";

const address = () => `person-${randomUUID()}@paraline.example`;

describe("where no one may sign up", () => {
  const auth = useTestAuth({ config: { authSignUp: "off" } });

  it("sign-up is refused for any address as upstream refuses it, and the settings say so", async () => {
    const email = address();
    const { error } = await auth.createClient().signUp({ email, password: "secret" });
    expect(error).toMatchObject({
      status: 422,
      code: "signup_disabled",
      message: "Signups not allowed for this instance",
    });
    const { body } = await auth.send("GET", "/settings");
    expect(body.disable_signup).toBe(true);
    const accounts = auth.db.selectFrom("auth.users").where("email", "=", email).select("id");
    expect(await accounts.execute()).toEqual([]);
  });

  it("a sign-in link creates no account, is not emailed, and the answer does not reveal it", async () => {
    const email = address();
    const { error } = await auth.createClient().signInWithOtp({ email });
    expect(error).toBeNull();
    expect(await auth.readEmails()).toEqual([]);
    expect(await mayCreateAccount(auth.db, auth.deps.config, email)).toBe(false);
  });
});

describe("where only invited people may sign up", () => {
  // With this setting, the configuration always confirms addresses; its own test shows that.
  const auth = useTestAuth({ config: { authSignUp: "invited", authConfirmEmail: true } });

  const invitedByOperator = async () => {
    const email = address();
    expect(await inviteAccount(auth.deps, email)).toBe("invited");
    return email;
  };

  const listAccounts = async (email: string) =>
    (await auth.db.selectFrom("auth.users").where("email", "=", email).select("id").execute())
      .length;

  it("somebody whom the operator named may, once the address is confirmed", async () => {
    const email = await invitedByOperator();
    const client = auth.createClient();
    const { data, error } = await client.signUp({ email, password: "secret" });
    expect([error, data.session]).toEqual([null, null]);
    const { query } = await auth.followLink(await auth.readEmail());
    const confirmed = await client.exchangeCodeForSession(query.get("code") ?? "");
    expect(confirmed.data.user?.email).toBe(email);
    const named = auth.db
      .selectFrom("auth.invited_addresses")
      .where("email", "=", email)
      .select("email");
    expect(await named.execute()).toEqual([]);
    expect(await inviteAccount(auth.deps, email)).toBe("has_account");
  });

  /** Adds somebody to a circle, as its owner or an open link does. */
  const place = async (email: string, source: "invited" | "link") => {
    const userId = await owner();
    const { people } = await seedCircle(auth.db, { user_id: userId }, { now: auth.clock.now() });
    await sql`update invites set email = ${email}, source = ${source}
      where id = ${people[0]?.id}`.execute(auth.db);
  };

  it("somebody who was invited to a paraline may, but not somebody who joined one through its open link", async () => {
    const { db, deps } = auth;
    const [invited, joined] = [address(), address()];
    await place(invited, "invited");
    await place(joined, "link");
    expect(await mayCreateAccount(db, deps.config, invited)).toBe(true);
    expect(await mayCreateAccount(db, deps.config, joined)).toBe(false);
  });

  it("never reveals to a stranger who was invited: not by signing up, by signing in or by a link", async () => {
    const invited = await invitedByOperator();
    const taken = await invitedByOperator();
    await auth.createClient().signUp({ email: taken, password: "the first" });
    await auth.readEmails();
    const listSeenAnswers = async (email: string) => {
      const seen: unknown[] = [];
      const ask = async (path: string, body: object) => {
        const { status, text, headers } = await auth.send("POST", path, body);
        const shown = text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[^"]+/g, "…");
        seen.push([path, status, shown.replaceAll(email, "EMAIL"), [...headers.keys()]]);
      };
      await ask("/signup", { email, password: "secret" });
      await ask("/signup", { email, password: "secret" });
      await ask("/token?grant_type=password", { email, password: "secret" });
      await ask("/otp", { email });
      await ask("/recover", { email });
      await ask("/resend", { type: "signup", email });
      return seen;
    };
    const ofStranger = await listSeenAnswers(address());
    expect(await auth.readEmails()).toEqual([]);
    expect(await listSeenAnswers(invited)).toEqual(ofStranger);
    expect(await listSeenAnswers(taken)).toEqual(ofStranger);
    expect((await auth.readEmails()).length).toBeGreaterThan(0);
  });

  it("stores nothing about somebody who was not invited", async () => {
    const email = address();
    await auth.createClient().signUp({ email, password: "secret" });
    expect(await listAccounts(email)).toBe(0);
    await auth.createClient().signInWithOtp({ email });
    expect(await auth.readEmails()).toEqual([]);
  });

  it("a sign-in link creates an account for somebody who was invited, unless the invitation is gone by then", async () => {
    const email = await invitedByOperator();
    const client = auth.createClient();
    await client.signInWithOtp({ email });
    const { code } = await auth.readEmail();
    await auth.db.deleteFrom("auth.invited_addresses").where("email", "=", email).execute();
    const refused = await client.verifyOtp({ email, token: code, type: "email" });
    expect(refused.error?.code).toBe("otp_expired");
    expect(await listAccounts(email)).toBe(0);
    await inTransaction(auth.db, (tx) =>
      insertInvitedAddress(tx, { email, invited_at: auth.clock.now() }),
    );
    const { data } = await client.verifyOtp({ email, token: code, type: "email" });
    expect(data.user?.email).toBe(email);
  });

  const owner = async () => {
    const email = await invitedByOperator();
    const client = auth.createClient();
    await client.signInWithOtp({ email });
    const { code } = await auth.readEmail();
    const { data } = await client.verifyOtp({ email, token: code, type: "email" });
    return data.user?.id ?? "";
  };
});
