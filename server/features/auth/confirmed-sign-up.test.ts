import { afterEach, expect, it, vi } from "vitest";
import { createLimiter } from "#server/http/rate-limits.ts";
import { useTestAuth } from "#server/testing/auth/auth.ts";
import { itOnPostgres } from "#server/testing/database/db.ts";
import { changeRows, readRows } from "#server/testing/database/rows.ts";
import { authLimitRules } from "./limits.ts";
import { signUp } from "./passwords/sign-up.ts";

const auth = useTestAuth({ config: { authConfirmEmail: true } });

afterEach(() => {
  vi.useRealTimers();
});

const address = () => `person-${crypto.randomUUID()}@paraline.example`;

const confirmed = async () => {
  const email = address();
  const client = auth.createClient();
  await client.signUp({ email, password: "secret" });
  const { query } = await auth.followLink(await auth.readEmail());
  await client.exchangeCodeForSession(query.get("code") ?? "");
  return { email, client };
};

/** The shape of a response: its names and the length of each text, without the values that differ each time. */
const describeShape = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(describeShape);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, describeShape(inner)]),
    );
  }
  return typeof value === "string" ? value.length : value;
};

it("creates an account that waits until its email is answered", async () => {
  const email = address();
  const client = auth.createClient();
  const { data, error } = await client.signUp({
    email,
    password: "secret",
    options: { emailRedirectTo: "http://localhost:3000/circles" },
  });
  expect(error).toBeNull();
  expect(data.session).toBeNull();
  expect(data.user).toMatchObject({ email, confirmation_sent_at: auth.clock.now().toISOString() });
  expect(data.user).not.toHaveProperty("email_confirmed_at");

  const early = await auth.createClient().signInWithPassword({ email, password: "secret" });
  expect(early.error).toMatchObject({ status: 400, code: "email_not_confirmed" });
  const wrong = await auth.createClient().signInWithPassword({ email, password: "wrong one" });
  expect(wrong.error?.code).toBe("invalid_credentials");

  const mail = await auth.readEmail();
  expect(mail).toMatchObject({ to: email, subject: "Confirm your address" });
  const { to } = await auth.followLink(mail);
  expect(to.pathname).toBe("/circles");
  const exchanged = await client.exchangeCodeForSession(to.searchParams.get("code") ?? "");
  expect(exchanged.data.user?.email_confirmed_at).toBe(auth.clock.now().toISOString());
  expect((await client.getUser()).data.user?.email).toBe(email);
});

it("leads from the email to what was chosen before signing up", async () => {
  const client = auth.createClient();
  await client.signUp({
    email: address(),
    password: "secret",
    options: { emailRedirectTo: "http://localhost:3000/auth?checkout=annual" },
  });
  const { to } = await auth.followLink(await auth.readEmail());
  expect(to.pathname).toBe("/auth");
  expect(to.searchParams.get("checkout")).toBe("annual");
  const { data } = await client.exchangeCodeForSession(to.searchParams.get("code") ?? "");
  expect(data.session).not.toBeNull();
});

it("answers a sign-up with a taken address like any other, byte for byte in shape", async () => {
  const { email } = await confirmed();
  const unconfirmed = address();
  const data = { time_zone: "Europe/Lisbon" };
  const fresh = await auth.send("POST", "/signup", {
    email: unconfirmed,
    password: "secret",
    data,
  });
  await auth.readEmails();

  for (const taken of [email, unconfirmed]) {
    const answer = await auth.send("POST", "/signup", { email: taken, password: "secret", data });
    expect(answer.status).toBe(200);
    expect(describeShape(answer.body)).toEqual(describeShape(fresh.body));
    expect(answer.text.length).toBe(fresh.text.length);
    expect([...answer.headers.keys()]).toEqual([...fresh.headers.keys()]);
  }
});

it("notifies the owner of a taken address by email and changes nothing", async () => {
  const { email, client } = await confirmed();
  const before = await client.getUser();
  await auth.createClient().signUp({
    email,
    password: "another password",
    options: { data: { name: "Somebody else" } },
  });
  const mail = await auth.readEmail();
  expect(mail).toMatchObject({ to: email, subject: "You already have an account" });
  expect(mail.code).toBe("");
  expect(await client.getUser()).toEqual(before);
  await auth.signIn({ email, password: "secret" });
});

it("leaves no trace of the work it did for a taken address", async () => {
  const { email } = await confirmed();
  const counts = async () =>
    Promise.all(
      (["auth.users", "auth.identities", "profiles"] as const).map(
        async (table) => (await auth.db.selectFrom(table).selectAll().execute()).length,
      ),
    );
  const before = await counts();
  await auth.send("POST", "/signup", { email, password: "secret" });
  expect(await counts()).toEqual(before);
});

it("sends the email again when somebody signs up again before confirming, and keeps no password, because the first may be a stranger's", async () => {
  const email = address();
  await auth.createClient().signUp({ email, password: "the first" });
  await auth.readEmail();
  const client = auth.createClient();
  await client.signUp({ email, password: "the second" });
  const mail = await auth.readEmail();
  expect(mail).toMatchObject({ to: email, subject: "Confirm your address" });
  const { query } = await auth.followLink(mail);
  const { error } = await client.exchangeCodeForSession(query.get("code") ?? "");
  expect(error).toBeNull();
  for (const password of ["the first", "the second"]) {
    const answer = await auth.createClient().signInWithPassword({ email, password });
    expect(answer.error?.code).toBe("invalid_credentials");
  }
  expect((await client.updateUser({ password: "the third" })).error).toBeNull();
});

it("sends no more emails to the address of a new account than to any other", async () => {
  // The rate limiter's library reads the machine's clock.
  vi.useFakeTimers({ toFake: ["Date"] });
  const { db, kind } = auth.database;
  const limiter = createLimiter(authLimitRules, { db, kind, enabled: true });
  const email = address();
  const ask = async () => {
    const answer = await signUp(
      { ...auth.deps, limiter },
      {
        email,
        password: "secret",
        data: {},
        redirect_to: new URL("http://localhost:3000/"),
        challenge: undefined,
        caller: { address: "203.0.113.7", ip: "203.0.113.7", user_agent: null },
      },
    );
    return { shape: describeShape(answer), emails: (await auth.readEmails()).length };
  };
  const first = await ask();
  expect(first.emails).toBe(1);
  await db.deleteFrom("auth.users").where("email", "=", email).execute();
  expect(await ask()).toEqual({ ...first, emails: 0 });
});

itOnPostgres("creates one account for two sign-ups at once (two connections)", async () => {
  const email = address();
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => auth.send("POST", "/signup", { email, password: "secret" })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const users = await readRows(auth.db, "auth.users", { email }, ["id"]);
  expect(users).toHaveLength(1);
});

it("confirms an address by its recovery email as well", async () => {
  const email = address();
  const client = auth.createClient();
  await client.signUp({ email, password: "secret" });
  await auth.readEmail();
  await client.resetPasswordForEmail(email);
  const { code } = await auth.readEmail();
  const { data } = await client.verifyOtp({ email, token: code, type: "recovery" });
  expect(data.user?.email_confirmed_at).toBeTruthy();
});

it.each([
  ["proven", true],
  ["not proven", false],
])(
  "does not reveal to an account whose address is %s whether another address is taken",
  async (_what, isProven) => {
    const listSeenAnswers = async (wanted: string, subject: string) => {
      const { email, client } = await confirmed();
      const { data } = await client.getSession();
      const token = data.session?.access_token ?? "";
      const emailProvenAt = isProven ? auth.clock.now() : null;
      await changeRows(auth.db, "auth.users", { email }, { email_proven_at: emailProvenAt });
      const seen: unknown[] = [];
      const readUser = async () => {
        const { body } = await auth.send("GET", "/user", undefined, token);
        seen.push(describeShape(body), body.email_change_sent_at, body.updated_at);
      };
      const own = async () => {
        auth.clock.advance({ seconds: 1 });
        const emails = await auth.readEmails();
        expect(emails.filter(({ to }) => to === wanted)).toMatchObject([{ subject }]);
        const mine = emails.filter(({ to }) => to === email);
        seen.push(mine.map(({ text }) => text.replace(/^\d{6}$|\S+token=\S+/gm, "…")));
        await readUser();
        return mine;
      };
      const asked = await auth.send("PUT", "/user", { email: wanted }, token);
      seen.push(asked.status, describeShape(asked.body));
      await readUser();
      const emails = await own();
      auth.clock.advance({ minutes: 2 });
      const again = await auth.send("POST", "/resend", { type: "email_change", email }, token);
      seen.push(again.status, again.body);
      emails.push(...(await own()));
      expect(emails).toHaveLength(isProven ? 2 : 0);
      const [mail] = emails;
      if (mail) {
        const page = await auth.ask(`${mail.link.pathname}${mail.link.search}`);
        seen.push(
          page.status,
          (await page.text()).replace(mail.link.searchParams.get("token") ?? "", "…"),
        );
        const { to } = await auth.followLink(mail);
        seen.push(to.href);
        expect(to.href).toContain("confirm+link");
      }
      await readUser();
      // An owner's download lists the emails below.
      const { data: now } = await client.getUser();
      const emailRows = auth.db
        .selectFrom("emails")
        .where("user_id", "=", now.user?.id ?? "")
        .select(["kind", "state"])
        .orderBy("kind");
      seen.push(await emailRows.execute());
      expect(now.user).toMatchObject({ email, new_email: wanted });
      return JSON.parse(JSON.stringify(seen).replaceAll(wanted, "WANTED").replaceAll(email, "OWN"));
    };
    const start = auth.clock.now();
    const { email: taken } = await confirmed();
    const ofTaken = await listSeenAnswers(taken, "You already have an account");
    auth.clock.set(start);
    expect(await listSeenAnswers(address(), "Confirm your new address")).toEqual(ofTaken);
    auth.clock.set(start);
  },
);

it("never takes an address that was taken after it confirmed, and shows the present one nothing of that", async () => {
  const { email, client } = await confirmed();
  const wanted = address();
  await client.updateUser({ email: wanted });
  const emails = await auth.readEmails();
  const confirm = async (whose: string) => {
    const mail = emails.find(({ to }) => to === whose);
    if (!mail) throw new Error("No email came.");
    return (await auth.followLink(mail)).to.href;
  };
  await confirm(wanted);
  await auth.send("POST", "/signup", { email: wanted, password: "secret" });
  expect(await confirm(email)).toContain("confirm+link");
  expect((await client.getUser()).data.user).toMatchObject({ email, new_email: wanted });
  await auth.readEmails();
});

it("says in its settings that addresses are confirmed by email", async () => {
  const { body } = await auth.send("GET", "/settings");
  expect(body).toMatchObject({ mailer_autoconfirm: false, external: { email: true } });
});

it("an address is confirmed by the code outside the account too, which asks for a new password: a stranger may have signed up", async () => {
  for (const type of ["signup", "email"] as const) {
    const email = address();
    const client = auth.createClient();
    await client.signUp({ email, password: "secret" });
    const { code } = await auth.readEmail();
    const { data, error } = await client.verifyOtp({ email, token: code, type });
    expect(error).toBeNull();
    expect(data.user?.email_confirmed_at).toBe(auth.clock.now().toISOString());
    const level = await client.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data?.currentAuthenticationMethods).toMatchObject([{ method: "recovery" }]);
    const old = await auth.createClient().signInWithPassword({ email, password: "secret" });
    expect(old.error?.code).toBe("invalid_credentials");
    expect((await client.updateUser({ password: "another" })).error).toBeNull();
    await auth.readEmails();
  }
});

it("the confirming email can be asked for again, alike for a known and an unknown address", async () => {
  const email = address();
  const client = auth.createClient();
  await client.signUp({ email, password: "secret" });
  await auth.readEmail();
  for (const asked of [email, address()]) {
    expect((await client.resend({ type: "signup", email: asked })).error).toBeNull();
  }
  expect(await auth.readEmail()).toMatchObject({ to: email, subject: "Confirm your address" });
});

it("an address that waits to be confirmed is confirmed by a sign-in link, without the password chosen at sign-up", async () => {
  const email = address();
  await auth.createClient().signUp({ email, password: "secret" });
  await auth.readEmail();
  const owner = auth.createClient();
  // If two codes were made in the same instant, either could count as the newer one.
  auth.clock.advance({ seconds: 1 });
  await owner.signInWithOtp({ email });
  const { code } = await auth.readEmail();
  const { data } = await owner.verifyOtp({ email, token: code, type: "email" });
  expect(data.user?.email_confirmed_at).toBeTruthy();
  const stranger = await auth.createClient().signInWithPassword({ email, password: "secret" });
  expect(stranger.error?.code).toBe("invalid_credentials");
  expect((await auth.readEmail()).subject).toBe("Everyone else was signed out of your account");
});
