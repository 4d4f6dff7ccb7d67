import { sql } from "kysely";
import { expect, it, vi } from "vitest";
import { type TestPerson, testPassword, useTestAuth } from "#server/testing/auth/auth.ts";
import { addApp } from "#server/testing/auth/authenticator-app.ts";
import { connectTestApp } from "#server/testing/auth/connected-apps.ts";
import {
  seedIdentity,
  seedPasskey,
  seedProviderSignIn,
} from "#server/testing/auth/seed-sign-in-methods.ts";
import { insertRow, readRow, readRows } from "#server/testing/database/rows.ts";
import { type SeededCircle, seedCircle } from "#server/testing/seed-circle.ts";

const auth = useTestAuth();

/** Does what the owner of an address does when someone else has signed up with it. */
const recover = async (email: string) => {
  const owner = auth.createClient();
  await owner.resetPasswordForEmail(email);
  const mail = (await auth.readEmails()).find(({ subject }) => subject === "Reset your password");
  const { error } = await owner.verifyOtp({ email, token: mail?.code ?? "", type: "recovery" });
  expect(error).toBeNull();
  return owner;
};

const addSecondStep = async ({ client }: TestPerson) => {
  const { factorId } = await addApp(auth.clock, client);
  await client.mfa.challenge({ factorId });
};

it("a change of address that a stranger left waiting is over once the owner has recovered the account", async () => {
  const { client, email, user_id } = await auth.signUp();
  const strangers = "stranger@paraline.example";
  await client.updateUser({ email: strangers });
  const mail = await auth.readEmail();
  const owner = await recover(email);

  await auth.readEmails();
  await auth.send("POST", "/resend", { type: "email_change", email });
  expect(await auth.readEmails()).toEqual([]);
  const byCode = { type: "email_change", email: strangers, token: mail.code };
  expect((await auth.send("POST", "/verify", byCode)).status).toBe(403);
  expect((await auth.followLink(mail)).query.get("error_code")).toBe("otp_expired");
  const { data } = await owner.getUser();
  expect(data.user).toMatchObject({ id: user_id, email });
  expect(data.user).not.toHaveProperty("new_email");
});

it("a stranger who changes their own address to somebody's gets nothing proven by that person's click", async () => {
  const stranger = await auth.signUp();
  const email = "vera@paraline.example";
  await addSecondStep(stranger);
  await stranger.client.updateUser({ email });
  const mail = (await auth.readEmails()).find(({ to }) => to === email);
  if (!mail) throw new Error("No email came.");
  expect((await auth.followLink(mail)).query.has("code")).toBe(true);
  const { db } = auth;
  const user = db.selectFrom("auth.users").where("email", "=", email).select("email_proven_at");
  expect(await user.executeTakeFirst()).toEqual({ email_proven_at: null });

  await auth.readEmails();
  const owner = await recover(email);
  expect((await owner.updateUser({ password: `${testPassword} of mine` })).error).toBeNull();
  expect((await owner.mfa.listFactors()).data?.all).toEqual([]);
  const again = await auth.createClient().signInWithPassword({ email, password: testPassword });
  expect(again.error?.code).toBe("invalid_credentials");
  expect((await stranger.client.getUser()).error).not.toBeNull();
});

const prove = ({ user_id }: TestPerson) => auth.prove(user_id);

const isProven = async ({ user_id }: TestPerson) =>
  (await auth.readUser(user_id)).email_proven_at !== null;

/** Asks for another address in a proven account, and returns the two emails of the change. */
const askForChange = async (person: TestPerson) => {
  await prove(person);
  const email = `vera-${crypto.randomUUID()}@paraline.example`;
  await person.client.updateUser({ email });
  const emails = await auth.readEmails();
  const ofNew = emails.find(({ to }) => to === email);
  const ofOld = emails.find(({ to }) => to === person.email);
  if (!ofNew || !ofOld) throw new Error("Two emails were expected.");
  return { email, ofNew, ofOld };
};

it.each([
  ["first", "pkce"],
  ["last", "pkce"],
  ["first", "implicit"],
  ["last", "implicit"],
] as const)(
  "a stranger whose account is proven loses it to somebody who confirmed its change %s, by a button alone (%s)",
  async (order, flowType) => {
    const stranger = await auth.signUp({ flowType });
    await addSecondStep(stranger);
    await auth.readEmails();
    const { email, ofNew, ofOld } = await askForChange(stranger);
    const emails = order === "first" ? [ofNew, ofOld] : [ofOld, ofNew];
    for (const mail of emails) {
      const code = (await auth.followLink(mail)).query.get("code");
      if (mail !== ofOld || code === null) continue;
      expect((await stranger.client.exchangeCodeForSession(code)).error).toBeNull();
    }
    expect((await stranger.client.getUser()).data.user?.email).toBe(email);
    expect(await isProven(stranger)).toBe(false);

    await auth.readEmails();
    const owner = await recover(email);
    expect((await owner.updateUser({ password: `${testPassword} of mine` })).error).toBeNull();
    expect((await owner.mfa.listFactors()).data?.all).toEqual([]);
    expect((await stranger.client.getUser()).error).not.toBeNull();
    await auth.readEmails();
  },
);

it("a proven account stays proven where it shows itself that it reads the new address", async () => {
  const byLink = await auth.signUp();
  const linked = await askForChange(byLink);
  await auth.followLink(linked.ofOld);
  const { query } = await auth.followLink(linked.ofNew);
  expect(await isProven(byLink)).toBe(false);
  const { error } = await byLink.client.exchangeCodeForSession(query.get("code") ?? "");
  expect([error, await isProven(byLink)]).toEqual([null, true]);

  for (const order of ["first", "last"]) {
    const byCode = await auth.signUp();
    const { email, ofNew, ofOld } = await askForChange(byCode);
    const token = await byCode.accessToken();
    if (order === "last") await auth.followLink(ofOld);
    const proof = { type: "email_change", email, token: ofNew.code };
    expect((await auth.send("POST", "/verify", proof, token)).status).toBe(200);
    if (order === "first") await auth.followLink(ofOld);
    expect(await isProven(byCode)).toBe(true);
    expect((await byCode.client.getUser()).data.user?.email).toBe(email);
  }
  await auth.readEmails();
});

it("a stranger whose password is being checked while the owner arrives is not signed in", async () => {
  const { email, user_id } = await auth.signUp();
  const { passwords } = auth.deps;
  const verify = passwords.verify.bind(passwords);
  vi.spyOn(passwords, "verify").mockImplementationOnce(async (hashed, password) => {
    const isRight = await verify(hashed, password);
    await recover(email);
    return isRight;
  });
  const late = await auth.createClient().signInWithPassword({ email, password: testPassword });
  expect(late.error?.code).toBe("invalid_credentials");
  const sessions = auth.db.selectFrom("auth.sessions").where("user_id", "=", user_id);
  expect(await sessions.select("id").execute()).toHaveLength(1);
});

/** Creates everything that a stranger can leave in an account that is not theirs. */
const signUpUnproven = async (): Promise<
  TestPerson & { circle: SeededCircle; heldEmail: string }
> => {
  const stranger = await auth.signUp();
  const { email, user_id, client } = stranger;
  const { db } = auth;
  const now = auth.clock.now();
  await auth.createClient().signInWithPassword({ email, password: stranger.password });
  await addSecondStep(stranger);
  await client.passkey.startRegistration();
  await seedPasskey(db, { user_id, now });
  await client.mfa.recoveryCodes.generate();
  await connectTestApp(auth.deps, user_id, { aal: "aal2" });
  await db
    .insertInto("auth.known_networks")
    .values({ user_id, network_hash: Buffer.alloc(32), last_used_at: now })
    .execute();
  await db
    .insertInto("auth.wrong_codes")
    .values({ user_id, signed_in_by: "mail", in_a_row: 9, last_at: now })
    .execute();
  await seedProviderSignIn(db, { user_id, now });
  await client.updateUser({ email: `new-${user_id}@paraline.example`, data: { name: "Stranger" } });
  await client.resend({ type: "signup", email });
  await auth.readEmails();
  await seedIdentity(db, { user_id, now, sub: user_id, email });
  await db
    .updateTable("auth.users")
    .set({ app_metadata: JSON.stringify({ provider: "google", providers: ["google", "email"] }) })
    .where("id", "=", user_id)
    .execute();
  await db
    .updateTable("profiles")
    .set({
      full_name: "Stranger",
      time_zone: "Asia/Tokyo",
      notify_responses: false,
      notify_deadlines: false,
      notify_weekly: true,
      weekly_due_at: now,
    })
    .where("user_id", "=", user_id)
    .execute();
  const circle = await seedCircle(db, { user_id }, { now });
  await db.updateTable("circles").set({ open_link: "open" }).where("id", "=", circle.id).execute();
  const heldEmail = crypto.randomUUID();
  await insertRow(db, "emails", {
    id: heldEmail,
    kind: "invitation",
    intent: `invitation ${heldEmail}`,
    user_id,
    circle_id: circle.id,
    invite_id: circle.people[0]?.id ?? null,
    to_address: "ana@people.example",
    state: "waiting",
    created_at: now,
  });
  return { ...stranger, circle, heldEmail };
};

/**
 * Every table with data of an account, and what happens to it when the owner of the address takes over. Each new table
 * needs an entry. Nothing may stay that grants access, or that speaks or acts for the account.
 */
const tables: Record<string, "emptied" | "each column, below" | { stays: string }> = {
  "auth.users": "each column, below",
  "auth.identities": "each column, below",
  profiles: "each column, below",
  "auth.sessions": "emptied",
  "auth.mfa_factors": "emptied",
  "auth.oauth_authorizations": "emptied",
  "auth.oauth_consents": "emptied",
  "auth.mfa_challenges": "emptied",
  "auth.passkeys": "emptied",
  "auth.passkey_challenges": "emptied",
  "auth.wrong_codes": "emptied",
  "auth.recovery_code_sets": "emptied",
  "auth.recovery_codes": "emptied",
  "auth.known_networks": "emptied",
  "auth.known_devices": "emptied",
  "auth.one_time_tokens": "emptied",
  "auth.flow_state": "emptied",
  "auth.provider_sign_ins": "emptied",
  "auth.audit_log": { stays: "the trail of what happened gives no access" },
  emails: { stays: "but what was held is deleted, below" },
  invites: { stays: "but private links are replaced, below" },
  circles: { stays: "but share links are turned off, below: the maker may have been the owner" },
  circle_keys: { stays: "with its paraline" },
  sealing_keys: { stays: "with its paraline" },
  sealed_answers: { stays: "with its paraline" },
  feedback: { stays: "with its paraline" },
  encouragements: { stays: "with its paraline" },
  insights: { stays: "with its paraline" },
  insight_generations: { stays: "with its paraline" },
  decisions: { stays: "with its paraline" },
  covers: { stays: "with its paraline" },
  cover_uploads: { stays: "counts against a limit" },
  circle_copies: { stays: "counts against a limit" },
  own_answers: { stays: "with their paraline" },
  kept_answers: { stays: "with their paraline" },
  removed_emails: { stays: "hashes that count against a limit" },
  notified_responses: { stays: "which responses an email named" },
  mail_opt_outs: { stays: "people who want no email of this account" },
  erasures: { stays: "of accounts that are deleted" },
  billing_customers: { stays: "what was paid belongs to the account" },
  billing_events: { stays: "what was paid belongs to the account" },
  checkouts: { stays: "what was paid belongs to the account" },
  purchases: { stays: "what was paid belongs to the account" },
  subscriptions: { stays: "what was paid belongs to the account" },
  subscription_payments: { stays: "what was paid belongs to the account" },
  test_checkouts: { stays: "what was paid belongs to the account" },
  test_subscriptions: { stays: "what was paid belongs to the account" },
};

it("it is decided for every table that contains something of an account", async () => {
  const { rows } = await sql<{ name: string }>`
    with recursive held as (
      select 'auth.users'::regclass::oid as id
      union
      select conrelid from pg_constraint join held on confrelid = held.id where contype = 'f'
    ), named as (
      select format('%I.%I', table_schema, table_name)::regclass::oid as id
      from information_schema.columns
      where column_name in ('user_id', 'owner_id') and table_schema in ('auth', 'public')
    )
    select distinct id::regclass::text as name
    from (select id from held union select id from named) as either`.execute(auth.db);
  const found = rows.map(({ name }) => name).toSorted();
  expect(found).toEqual(Object.keys(tables).toSorted());
});

it("nothing by which a stranger gets in, speaks or acts is left when the owner recovers it", async () => {
  const stranger = await signUpUnproven();
  const { user_id, email, circle, heldEmail } = stranger;
  const { db } = auth;
  const emptied = Object.keys(tables).filter((name) => tables[name] === "emptied");
  const count = async (name: string) => {
    const ofUser =
      name === "auth.mfa_challenges"
        ? sql`factor_id in (select id from auth.mfa_factors where user_id = ${user_id})`
        : name === "auth.passkey_challenges"
          ? sql`session_id in (select id from auth.sessions where user_id = ${user_id})`
          : name === "auth.recovery_codes"
            ? sql`set_id in (select id from auth.recovery_code_sets where user_id = ${user_id})`
            : sql`user_id = ${user_id}`;
    const found = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(name)} where ${ofUser}`.execute(db);
    return found.rows[0]?.count ?? 0;
  };
  for (const name of emptied) expect(await count(name), name).toBeGreaterThan(0);
  const [before] = await readAccountRows("auth.users", user_id);
  auth.clock.advance({ minutes: 1 });
  const arrived = auth.clock.now();

  await recover(email);

  // The session, the network and the device are the owner's own.
  const own = ["auth.sessions", "auth.known_networks", "auth.known_devices"];
  for (const name of emptied) {
    const isOwn = own.includes(name);
    expect(await count(name), name).toBe(isOwn ? 1 : 0);
  }
  expect(await readAccountRows("auth.users", user_id)).toEqual([
    {
      id: user_id,
      email,
      email_confirmed_at: before?.email_confirmed_at,
      email_proven_at: arrived,
      password_hash: null,
      new_email: null,
      email_change_confirmed: 0,
      email_change_asked_at: null,
      former_emails: [],
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: {},
      last_sign_in_at: arrived,
      confirmation_sent_at: before?.confirmation_sent_at,
      recovery_sent_at: arrived,
      email_change_sent_at: null,
      banned_until: null,
      reset_at: arrived,
      created_at: before?.created_at,
      updated_at: arrived,
    },
  ]);
  expect(await readAccountRows("auth.identities", user_id)).toEqual([
    {
      id: expect.any(String),
      user_id,
      provider: "email",
      provider_id: user_id,
      identity_data: { sub: user_id, email, email_verified: true, phone_verified: false },
      email,
      last_sign_in_at: arrived,
      created_at: arrived,
      updated_at: arrived,
    },
  ]);
  expect(await readAccountRows("profiles", user_id)).toEqual([
    {
      user_id,
      full_name: "",
      time_zone: null,
      notify_responses: true,
      notify_deadlines: true,
      notify_weekly: false,
      weekly_due_at: null,
      created_at: expect.any(Date),
      updated_at: arrived,
    },
  ]);

  const mail = db.selectFrom("emails").where("id", "=", heldEmail).select("id");
  expect(await mail.execute()).toEqual([]);
  const tokens = await readRows(db, "invites", { circle_id: circle.id }, ["invite_token"]);
  expect(tokens).toHaveLength(circle.people.length);
  for (const { invite_token } of circle.people) expect(tokens).not.toContainEqual({ invite_token });
  const { open_link } = await readRow(db, "circles", { id: circle.id });
  expect(open_link).toBe("revoked");
});

/**
 * Whole rows are read, so that the expectation above fails for a new column until someone decides what becomes of it.
 */
async function readAccountRows(
  table: "auth.users" | "auth.identities" | "profiles",
  userId: string,
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(table)}
    where ${sql.ref(table === "auth.users" ? "id" : "user_id")} = ${userId}`.execute(auth.db);
  return rows;
}

it("an account that was proven before is not reset by a recovery", async () => {
  const { email, user_id } = await auth.signUp();
  await auth.prove(user_id);
  const [profile] = await readAccountRows("profiles", user_id);
  await recover(email);
  expect(await readAccountRows("profiles", user_id)).toEqual([profile]);
  expect(await readAccountRows("auth.users", user_id)).toMatchObject([{ reset_at: null }]);
  expect(await auth.readEmails()).toEqual([]);
});

/** Signs in with the account's password in another browser, and asks for another address. */
const askForChangeElsewhere = async (person: TestPerson, newEmail: string) => {
  const other = auth.createClient({ flowType: "implicit" });
  await other.signInWithPassword(person);
  expect((await other.updateUser({ email: newEmail })).error).toBeNull();
  const mail = (await auth.readEmails()).find(({ to }) => to === newEmail);
  if (!mail) throw new Error("The change of address was not emailed.");
  return mail;
};

it.each([
  ["a second step is added", (person: TestPerson) => addSecondStep(person)],
  [
    "the other sessions are signed out",
    ({ client }: TestPerson) => client.signOut({ scope: "others" }),
  ],
])("a change of address that waits is over once %s", async (_, protect) => {
  const person = await auth.signUp();
  const mail = await askForChangeElsewhere(person, `other-${person.email}`);
  await protect(person);
  await auth.followLink(mail);
  const { email, new_email } = await auth.readUser(person.user_id);
  expect({ email, new_email }).toEqual({ email: person.email, new_email: null });
});

it("a token without the second step gets no session that has passed it, whatever email is shown with it", async () => {
  const person = await auth.signUp();
  const early = await person.accessToken();
  await addSecondStep(person);
  const newEmail = `other-${person.email}`;
  expect((await person.client.updateUser({ email: newEmail })).error).toBeNull();
  const mail = (await auth.readEmails()).find(({ to }) => to === newEmail);
  const tokenHash = mail?.link.searchParams.get("token") ?? "";
  const { status, body } = await auth.send(
    "POST",
    "/verify",
    { type: "email_change", token_hash: tokenHash },
    early,
  );
  expect(status).toBe(200);
  const payload = String(body.access_token).split(".")[1] ?? "";
  expect(JSON.parse(Buffer.from(payload, "base64url").toString())).toMatchObject({ aal: "aal1" });
});

it("no app that the stranger connected can read once the owner has recovered the account", async () => {
  const stranger = await auth.signUp();
  const { access_token } = await connectTestApp(auth.deps, stranger.user_id);
  const read = () => auth.send("GET", "/oauth/userinfo", undefined, access_token);
  expect((await read()).status).toBe(200);
  const owner = await recover(stranger.email);
  expect((await read()).body.code).toBe("session_not_found");
  expect((await owner.oauth.listGrants()).data).toEqual([]);
});
