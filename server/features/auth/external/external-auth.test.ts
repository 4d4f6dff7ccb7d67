import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterEach, describe, expect, it, vi } from "vitest";
import { minuteMs } from "#contract/values/durations.ts";
import { runAsSession } from "#server/access/acting-session.ts";
import { requireStillSignedIn } from "#server/access/require-still-signed-in.ts";
import { replaceSigningKey } from "#server/access/rotate-signing-keys.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { useTestApp } from "#server/testing/app.ts";
import { testPassword } from "#server/testing/auth/auth.ts";
import { addApp } from "#server/testing/auth/authenticator-app.ts";
import { seedSecondStep } from "#server/testing/auth/seed-sign-in-methods.ts";
import { type SignInServerPerson, useSignInServer } from "#server/testing/auth/sign-in-server.ts";
import { changeRows } from "#server/testing/database/rows.ts";
import { createExternalSessionStore } from "./external-session-store.ts";

// The client library reads the machine's clock.
const start = new Date().toISOString();
const environment: Record<string, string> = {};
const server = useSignInServer(environment, start);
const app = useTestApp({ environment, start });

afterEach(() => {
  vi.useRealTimers();
});

const ask = async (
  token: string,
  method = "GET",
  path = "/api/account",
  body?: unknown,
): Promise<[status: number, code: unknown]> => {
  const answer = await app.as({ access_token: token, user_id: "", email: "" }, method, path, body);
  const { code } = (await answer.json()) as { code?: unknown };
  return [answer.status, code];
};
const read = async (person: SignInServerPerson) => ask(await person.accessToken());
const write = async (person: SignInServerPerson) =>
  ask(await person.accessToken(), "PATCH", "/api/account", { full_name: "Maya" });
const minutes = (count: number) => app.clock.advance({ minutes: count });

const accountOf = async (userId: string) =>
  app.db
    .selectFrom("auth.users")
    .leftJoin("profiles", "profiles.user_id", "auth.users.id")
    .where("id", "=", userId)
    .select(["email", "email_proven_at", "password_hash", "full_name"])
    .executeTakeFirst();
const countRows = async (table: "auth.users" | "auth.sessions") => {
  const { count } = await app.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
};
const stored = async () => [await countRows("auth.users"), await countRows("auth.sessions")];

let somebody: SignInServerPerson | undefined;
/** Somebody who never gets an account here, so that tests can share them. */
const stranger = async () => {
  somebody ??= await server.signUp();
  // The sign-in server may have changed its key since.
  await somebody.client.refreshSession();
  return somebody;
};

/** Answers the calls of one address instead of the sign-in server. */
const answerAt = (end: string, answer: () => Response) =>
  server.answerWith(async (path) => (path.endsWith(end) ? answer() : undefined));

/** Changes the sign-in server's answer about a person. */
const say = (changes: (user: Record<string, unknown>) => object) =>
  server.answerWith(async (path, answer) => {
    if (!path.endsWith("/user")) return undefined;
    const response = await answer();
    return Response.json(changes((await response.json()) as Record<string, unknown>));
  });

/** Signs somebody in at the sign-in server in another browser. */
const signInAgain = async ({ email }: SignInServerPerson) => {
  const client = server.createClient();
  const { data } = await client.signInWithPassword({ email, password: testPassword });
  return { client, token: data.session?.access_token ?? "" };
};

const claimsOf = async (person: SignInServerPerson): Promise<JWTPayload> =>
  server.there.deps.keys.verify(await person.accessToken());
/** A token with other claims, signed by the sign-in server itself. */
const signThere = async (person: SignInServerPerson, changes: Record<string, unknown>) =>
  server.there.deps.keys.sign({ ...(await claimsOf(person)), ...changes } as JWTPayload);
const keyThere = async () => {
  const { keys } = await server.there.deps.keys.publish();
  const [key] = keys;
  if (!key) throw new Error("The sign-in server has no key.");
  return key;
};

describe("somebody who has signed in at the sign-in server", () => {
  it("has an account with the same id here, with an address that counts as proven, and reads and writes", async () => {
    const maya = await server.signUp();
    expect(await write(maya)).toEqual([200, undefined]);
    expect(await read(maya)).toEqual([200, undefined]);
    expect(await accountOf(maya.user_id)).toEqual({
      email: maya.email,
      email_proven_at: expect.any(Date),
      password_hash: null,
      full_name: "Maya",
    });
  });

  it("comes back with the password, in another browser", async () => {
    const maya = await server.signUp();
    await write(maya);
    const { token } = await signInAgain(maya);
    const account = await app.as({ ...maya, access_token: token }, "GET", "/api/account");
    expect(await account.json()).toMatchObject({ full_name: "Maya", has_password: false });
  });

  it("gets one account, however many first calls arrive at once", async () => {
    const maya = await server.signUp();
    const before = await stored();
    const calls = Array.from({ length: 12 }, (_, index) => (index % 2 ? read(maya) : write(maya)));
    const answers = await Promise.all(calls);
    expect(answers.map(([status]) => status)).toEqual(Array(12).fill(200));
    expect(await stored()).toEqual(before.map((count) => count + 1));
  });

  it("is checked once a minute for calls that read, and every time for calls that write, send or download", async () => {
    const maya = await server.signUp();
    await read(maya);
    const before = server.sessionChecks;
    for (const _ of [1, 2, 3]) await read(maya);
    expect(server.sessionChecks - before).toBe(0);
    await write(maya);
    expect(server.sessionChecks - before).toBe(1);
    await ask(await maya.accessToken(), "POST", "/api/account/get-mail-again");
    expect(server.sessionChecks - before).toBe(2);
    const token = await maya.accessToken();
    const archive = await app.as({ ...maya, access_token: token }, "GET", "/api/account/download");
    await archive.arrayBuffer();
    expect([archive.status, server.sessionChecks - before]).toEqual([200, 3]);
    minutes(1);
    await read(maya);
    expect(server.sessionChecks - before).toBe(4);
  });
});

describe("a token", () => {
  it.each<[string, Record<string, unknown>]>([
    ["of another issuer", { iss: "https://elsewhere.example/auth/v1" }],
    ["whose issuer differs by a slash", { iss: "http://127.0.0.1/auth/v1/" }],
    ["for another audience", { aud: "another-product" }],
    ["that has expired", { exp: Math.floor(Date.now() / 1000) - 60 }],
    ["without an end", { exp: undefined }],
    ["of a time to come", { iat: Math.floor(Date.now() / 1000) + 3600 }],
    ["of a service", { role: "service_role" }],
    ["of somebody without an address", { is_anonymous: true }],
    ["of an app that was connected there", { client_id: crypto.randomUUID() }],
    ["whose subject is no id", { sub: "maya" }],
    ["without a session", { session_id: undefined }],
    ["whose session is no id", { session_id: "1; drop table" }],
  ])("%s is refused, and nothing is stored", async (_, changes) => {
    const before = await stored();
    const token = await signThere(await stranger(), changes);
    expect(await ask(token)).toEqual([403, "bad_jwt"]);
    expect(await stored()).toEqual(before);
  });

  it("is refused without a signature, with one made of the public key, and by a key of somebody else", async () => {
    const before = await stored();
    const key = await keyThere();
    const claims = await claimsOf(await stranger());
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const unsigned = `${part({ alg: "none", kid: key.kid })}.${part(claims)}.`;
    const ofPublicKey = await new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256", kid: key.kid })
      .sign(new TextEncoder().encode(JSON.stringify(key)));
    const foreign = await generateKeyPair("ES256");
    const underItsName = await new SignJWT(claims)
      .setProtectedHeader({ alg: "ES256", kid: key.kid })
      .sign(foreign.privateKey);
    const unknown = await new SignJWT(claims)
      .setProtectedHeader({
        alg: "ES256",
        kid: "another",
        jwk: await exportJWK(foreign.publicKey),
      })
      .sign(foreign.privateKey);
    for (const token of [unsigned, ofPublicKey, underItsName, unknown, "a.b.c", "x"]) {
      expect(await ask(token)).toEqual([403, "bad_jwt"]);
    }
    expect(await stored()).toEqual(before);
  });

  it("that this server's own key has signed is not accepted", async () => {
    const maya = await server.signUp();
    await read(maya);
    const own = await app.deps.keys.sign(await claimsOf(maya));
    expect(await ask(own)).toEqual([403, "bad_jwt"]);
    const owner = await app.createOwner();
    expect(await ask(owner.access_token)).toEqual([403, "bad_jwt"]);
  });

  it("counts after the sign-in server has replaced its key, and those of the key that it withdrew do not", async () => {
    const maya = await server.signUp();
    const early = await maya.accessToken();
    await read(maya);
    await replaceSigningKey(server.there.deps, { isCompromised: true });
    server.there.clock.advance({ minutes: 1 });
    const { error } = await maya.client.refreshSession();
    expect(error).toBeNull();
    // The server reads the keys again only if it read them more than half a minute ago.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minuteMs });
    minutes(1);
    expect(await read(maya)).toEqual([200, undefined]);
    expect(await ask(early)).toEqual([403, "bad_jwt"]);
  });

  it("of another session of the same number is refused", async () => {
    const [maya, vera] = [await server.signUp(), await server.signUp()];
    await read(maya);
    const { session_id } = await claimsOf(maya);
    const token = await signThere(vera, { session_id });
    expect((await ask(token))[0]).toBe(403);
    expect(await read(maya)).toEqual([200, undefined]);
  });
});

describe("once somebody has signed out at the sign-in server", () => {
  it("a call that writes is refused at once, and one that reads within a minute", async () => {
    const maya = await server.signUp();
    const token = await maya.accessToken();
    await read(maya);
    await maya.client.signOut({ scope: "local" });
    expect(await ask(token)).toEqual([200, undefined]);
    minutes(1);
    expect(await ask(token)).toEqual([403, "session_not_found"]);

    const vera = await server.signUp();
    const verasToken = await vera.accessToken();
    await read(vera);
    await vera.client.signOut({ scope: "local" });
    const written = await ask(verasToken, "PATCH", "/api/account", { full_name: "Thief" });
    expect(written).toEqual([403, "session_not_found"]);
    // The session has ended here too, so reads are refused before the minute is over.
    expect(await ask(verasToken)).toEqual([403, "session_not_found"]);
    expect(await accountOf(vera.user_id)).toMatchObject({ full_name: "" });
  });

  it("a write that was admitted before is not stored once this server knows", async () => {
    const maya = await server.signUp();
    const token = await maya.accessToken();
    const session = await app.deps.sessions.authenticate(`Bearer ${token}`, [], {
      asksSignInServer: true,
    });
    await maya.client.signOut({ scope: "local" });
    await ask(token, "POST", "/api/account/get-mail-again");
    const late = runAsSession(app.deps, session, () =>
      inTransaction(app.db, async (tx) => {
        await tx.updateTable("profiles").set({ full_name: "Thief" }).execute();
      }),
    );
    await expect(late).rejects.toMatchObject({ code: "session_not_found" });
  });

  it("a download that is under way breaks off within a minute", async () => {
    const maya = await server.signUp();
    const session = await app.deps.sessions.authenticate(`Bearer ${await maya.accessToken()}`);
    await maya.client.signOut({ scope: "global" });
    await requireStillSignedIn(app.db, app.deps, session);
    minutes(1);
    await expect(requireStillSignedIn(app.db, app.deps, session)).rejects.toMatchObject({
      code: "session_not_found",
    });
  });

  it("their other sessions go on", async () => {
    const maya = await server.signUp();
    const { token: other } = await signInAgain(maya);
    await maya.client.signOut({ scope: "local" });
    minutes(1);
    expect(await ask(other)).toEqual([200, undefined]);
  });
});

describe("an account that the sign-in server", () => {
  it("suspends is suspended here, in all sessions", async () => {
    const maya = await server.signUp();
    await read(maya);
    await server.there.db
      .updateTable("auth.users")
      .set({ banned_until: new Date("2100-01-01") })
      .where("id", "=", maya.user_id)
      .execute();
    expect(await write(maya)).toEqual([403, "user_banned"]);
    expect(await read(maya)).toEqual([403, "user_banned"]);
  });

  it("names as suspended, without refusing it, is refused here", async () => {
    const maya = await server.signUp();
    say((user) => ({ ...user, banned_until: "2100-01-01T00:00:00Z" }));
    expect(await read(maya)).toEqual([403, "user_banned"]);
    minutes(1);
    say((user) => ({ ...user, banned_until: "2020-01-01T00:00:00Z" }));
    expect(await read(maya)).toEqual([200, undefined]);
  });

  it("has deleted is signed out here", async () => {
    const maya = await server.signUp();
    await read(maya);
    await server.there.db.deleteFrom("auth.users").where("id", "=", maya.user_id).execute();
    minutes(1);
    expect(await read(maya)).toEqual([403, "session_not_found"]);
    const vera = await server.signUp();
    say((user) => ({ ...user, deleted_at: "2026-01-01T00:00:00Z" }));
    expect(await read(vera)).toEqual([403, "session_not_found"]);
    expect(await accountOf(vera.user_id)).toBeUndefined();
  });
});

it("a second step that was added there is asked for here, and a token from before it does not count", async () => {
  const maya = await server.signUp();
  const before = await maya.accessToken();
  await read(maya);
  await addApp(server.there.clock, maya.client);
  expect(await read(maya)).toEqual([200, undefined]);
  expect(await write(maya)).toEqual([200, undefined]);
  expect(await ask(before)).toEqual([403, "insufficient_aal"]);
  const written = await ask(before, "PATCH", "/api/account", { full_name: "Thief" });
  expect(written).toEqual([403, "insufficient_aal"]);

  const { token } = await signInAgain(maya);
  expect(await ask(token)).toEqual([403, "insufficient_aal"]);
});

it("a second step of the account here, from before, is not asked for: it could not be passed", async () => {
  const maya = await server.signUp();
  await read(maya);
  await seedSecondStep(app.db, { user_id: maya.user_id, now: app.clock.now() });
  expect(await write(maya)).toEqual([200, undefined]);
});

describe("an address", () => {
  it("that nobody has verified makes no account, whatever the person writes about themselves", async () => {
    const maya = await stranger();
    const before = await stored();
    const unverified = (user: Record<string, unknown>) => ({
      ...user,
      user_metadata: { email_verified: true },
      identities: [
        { provider: "email", identity_data: { email: user.email, email_verified: false } },
      ],
    });
    say(unverified);
    expect(await read(maya)).toEqual([403, "account_address_unconfirmed"]);
    say((user) => ({ ...user, email_confirmed_at: null }));
    expect(await read(maya)).toEqual([403, "account_address_unconfirmed"]);
    say((user) => ({ ...user, email: "somebody-else@paraline.example" }));
    expect(await read(maya)).toEqual([403, "account_address_unconfirmed"]);
    say((user) => ({ ...user, email: "", identities: null }));
    expect(await read(maya)).toEqual([403, "account_address_unconfirmed"]);
    expect(await stored()).toEqual(before);
  });

  it("makes no account where the sign-in server confirms addresses without an email", async () => {
    const maya = await stranger();
    // This server keeps the sign-in server's settings for a minute.
    minutes(2);
    answerAt("/settings", () => Response.json({ mailer_autoconfirm: true }));
    expect(await read(maya)).toEqual([403, "account_address_unconfirmed"]);
  });

  it("that single sign-on of an organization asserts makes no account, and replaces no address", async () => {
    const [vera, maya] = [await stranger(), await server.signUp()];
    await read(maya);
    const email = "somebody@bank.example";
    const identityData = { email, email_verified: true };
    const provider = `sso:${crypto.randomUUID()}`;
    const asserted = [
      { email, identities: [{ provider, identity_data: identityData }] },
      {
        email,
        is_sso_user: true,
        identities: [{ provider: "email", identity_data: identityData }],
      },
      { email, identities: [{ identity_data: identityData }] },
    ];
    for (const changes of asserted) {
      say((user) => ({ ...user, ...changes }));
      expect(await read(vera)).toEqual([403, "account_address_unconfirmed"]);
      expect(await write(maya)).toEqual([200, undefined]);
      expect(await accountOf(maya.user_id)).toMatchObject({ email: maya.email });
    }
  });

  it("follows the one there once that is verified, and not before", async () => {
    const maya = await server.signUp();
    await read(maya);
    const email = `new-${maya.user_id}@paraline.example`;
    say((user) => ({
      ...user,
      email,
      identities: [{ provider: "email", identity_data: { email, email_verified: false } }],
    }));
    expect(await write(maya)).toEqual([200, undefined]);
    expect(await accountOf(maya.user_id)).toMatchObject({ email: maya.email });
    say((user) => ({
      ...user,
      email: email.toUpperCase(),
      identities: [{ provider: "email", identity_data: { email, email_verified: true } }],
    }));
    expect(await write(maya)).toEqual([200, undefined]);
    expect(await accountOf(maya.user_id)).toMatchObject({
      email,
      email_proven_at: expect.any(Date),
    });
  });

  it("that another account here has is neither given to a newcomer nor merged", async () => {
    const maya = await server.signUp();
    await read(maya);
    const { email } = maya;
    // At the sign-in server, Maya's address becomes free for somebody else.
    await server.there.db
      .updateTable("auth.users")
      .set({ email: `moved-${maya.user_id}@paraline.example` })
      .where("id", "=", maya.user_id)
      .execute();
    const vera = await server.signUp(email);
    const before = await stored();
    expect(await read(vera)).toEqual([403, "account_address_taken"]);
    expect(await stored()).toEqual(before);
    expect(await accountOf(maya.user_id)).toMatchObject({ email });
  });

  it("that another account here has does not replace that of an account, which goes on", async () => {
    const [maya, vera] = [await server.signUp(), await server.signUp()];
    await read(maya);
    await read(vera);
    say((user) => ({
      ...user,
      email: maya.email,
      identities: [
        { provider: "email", identity_data: { email: maya.email, email_verified: true } },
      ],
    }));
    expect(await write(vera)).toEqual([200, undefined]);
    expect(await accountOf(vera.user_id)).toMatchObject({ email: vera.email });
  });

  it("makes no account where the operator admits no one, or only invited people", async () => {
    const maya = await server.signUp();
    const claims = await app.deps.signInServer?.verify(await maya.accessToken());
    if (!claims || !app.deps.signInServer) throw new Error("There is no sign-in server.");
    const user = await app.deps.signInServer.findUser(await maya.accessToken(), claims);
    const keepWith = (authSignUp: "off" | "invited") =>
      createExternalSessionStore({
        ...app.deps,
        config: { ...app.deps.config, authSignUp },
        server: app.deps.signInServer ?? { confirmsAddresses: async () => true },
      }).keep({ claims, user, checked_at: app.clock.now() });
    const notAdmitted = { code: "account_not_admitted" };
    await expect(keepWith("off")).rejects.toMatchObject(notAdmitted);
    await expect(keepWith("invited")).rejects.toMatchObject(notAdmitted);
    expect(await accountOf(maya.user_id)).toBeUndefined();
    await app.db
      .insertInto("auth.invited_addresses")
      .values({ email: maya.email, invited_at: app.clock.now() })
      .execute();
    await keepWith("invited");
    expect(await accountOf(maya.user_id)).toMatchObject({ email: maya.email });
  });
});

describe("while the sign-in server does not answer", () => {
  it("nobody gets in, and nothing is stored", async () => {
    const maya = await server.signUp();
    const token = await maya.accessToken();
    const before = await stored();
    await server.setDown(true);
    expect(await ask(token)).toEqual([503, "unavailable"]);
    // This server keeps the sign-in server's keys for ten minutes.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11 * minuteMs });
    expect(await ask(token)).toEqual([503, "unavailable"]);
    expect(await stored()).toEqual(before);
    await server.setDown(false);
    expect(await ask(token)).toEqual([200, undefined]);
  });

  it("people who were just checked may read for a minute, but not write", async () => {
    const maya = await server.signUp();
    await read(maya);
    const token = await maya.accessToken();
    await server.setDown(true);
    expect(await ask(token)).toEqual([200, undefined]);
    const written = await ask(token, "PATCH", "/api/account", { full_name: "Maya" });
    expect(written).toEqual([503, "unavailable"]);
    minutes(1);
    expect(await ask(token)).toEqual([503, "unavailable"]);
    await server.setDown(false);
    expect(await read(maya)).toEqual([200, undefined]);
  });

  it.each<[string, () => Response]>([
    ["an error", () => Response.json({ code: "unexpected_failure" }, { status: 500 })],
    ["that there were too many checks", () => Response.json({}, { status: 429 })],
    ["that there is no such address", () => Response.json({ code: "not_found" }, { status: 404 })],
    ["a redirect", () => Response.redirect("http://127.0.0.1:1/user")],
    ["a page", () => new Response("<html>", { headers: { "Content-Type": "text/html" } })],
    ["somebody else", () => Response.json({ id: crypto.randomUUID(), email: "a@b.example" })],
    ["nobody", () => Response.json({})],
  ])("but says %s, nobody gets in", async (_, answer) => {
    const maya = await stranger();
    const before = await stored();
    answerAt("/user", answer);
    expect(await read(maya)).toEqual([503, "unavailable"]);
    expect(await stored()).toEqual(before);
  });

  it("about addresses, no account is made", async () => {
    const maya = await stranger();
    minutes(2);
    answerAt("/settings", () => new Response("", { status: 502 }));
    expect(await read(maya)).toEqual([503, "unavailable"]);
    expect(await accountOf(maya.user_id)).toBeUndefined();
  });
});

describe("deleting the account", () => {
  const erase = async (person: SignInServerPerson) =>
    ask(await person.accessToken(), "DELETE", "/api/account", { email: person.email });

  it("needs a sign-in of the last ten minutes, which neither a refresh nor a second step is", async () => {
    const maya = await server.signUp();
    const later = (count: number) => {
      server.there.clock.advance({ minutes: count });
      minutes(count);
    };
    later(9);
    await addApp(server.there.clock, maya.client);
    later(2);
    await maya.client.refreshSession();
    expect(await erase(maya)).toEqual([422, "account_sign_in_again"]);
    expect(await accountOf(maya.user_id)).toBeDefined();
  });

  it("ends all sessions there, so that none of them creates the account again", async () => {
    const maya = await server.signUp();
    const { client, token: other } = await signInAgain(maya);
    expect(await ask(other)).toEqual([200, undefined]);
    const token = await maya.accessToken();
    expect(await erase(maya)).toEqual([200, undefined]);
    for (const late of [token, other]) {
      expect(await ask(late)).toEqual([403, "session_not_found"]);
    }
    expect(await accountOf(maya.user_id)).toBeUndefined();
    // The account at the sign-in server is kept, because it does not belong to this server.
    const again = await client.signInWithPassword({ email: maya.email, password: testPassword });
    expect(again.error).toBeNull();
  });

  it.each([
    [500, "unexpected_failure"],
    [429, "over_request_rate_limit"],
    [404, "not_found"],
    [401, "no_authorization"],
    [403, "bad_jwt"],
    [403, "session_not_found"],
  ])(
    "erases nothing while the sign-in server answers %s %s to ending them",
    async (status, code) => {
      const maya = await server.signUp();
      await read(maya);
      answerAt("/logout", () => Response.json({ code }, { status }));
      expect(await erase(maya)).toEqual([503, "unavailable"]);
      expect(await accountOf(maya.user_id)).toBeDefined();
    },
  );

  it("erases it where the account is gone there already", async () => {
    const maya = await server.signUp();
    await read(maya);
    answerAt("/logout", () => Response.json({ code: "user_not_found" }, { status: 403 }));
    expect(await erase(maya)).toEqual([200, undefined]);
    expect(await accountOf(maya.user_id)).toBeUndefined();
  });

  it("does not ask for a password from before, of an account that was here", async () => {
    const maya = await server.signUp();
    const { user_id, email } = maya;
    await read(maya);
    await changeRows(app.db, "auth.users", { id: user_id }, { password_hash: "from before" });
    await write(maya);
    expect(await accountOf(user_id)).toMatchObject({ email, email_proven_at: expect.any(Date) });
    expect(await erase(maya)).toEqual([200, undefined]);
  });
});

describe("this server itself", () => {
  it("signs no one in, and says where", async () => {
    const calls = [
      ["POST", "/auth/v1/token?grant_type=password"],
      ["POST", "/auth/v1/signup"],
      ["GET", "/auth/v1/user"],
      ["GET", "/auth/v1/.well-known/jwks.json"],
      ["GET", "/auth/v1/anything"],
    ] as const;
    for (const [method, path] of calls) {
      const answer = await app.request(path, {
        method,
        headers: { "X-Supabase-Api-Version": "2024-01-01" },
      });
      expect([answer.status, await answer.json()]).toEqual([
        404,
        {
          code: "sign_in_elsewhere",
          message: `People sign in at ${server.url}.`,
        },
      ]);
    }
    const config = await app.request("/api/config");
    expect(await config.json()).toMatchObject({ auth_url: server.url });
  });

  it("connects no apps, and lists no sessions", async () => {
    for (const path of [
      "/mcp",
      "/.well-known/oauth-authorization-server/auth/v1",
      "/.well-known/oauth-protected-resource/mcp",
      "/api/sessions",
    ]) {
      const answer = await app.request(path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.json()).toMatchObject({ code: "not_found" });
    }
  });

  it("lets its pages call that server and no other", async () => {
    const page = await app.request("/circles");
    const policy = page.headers.get("content-security-policy") ?? "";
    const { origin } = new URL(server.url);
    expect(policy).toContain(`connect-src 'self' ${origin};`);
    expect(await page.text()).toContain(
      `<meta name="paraline-sign-in-server" content="${server.url}">`,
    );
    // Public pages call no other server, but look in the browser for a session of the sign-in server.
    for (const path of ["/", "/pricing", "/nowhere"]) {
      const open = await app.request(path);
      expect(open.headers.get("content-security-policy")).toContain("connect-src 'self';");
      expect(await open.text()).toContain(
        `<meta name="paraline-sign-in-server" content="${server.url}">`,
      );
    }
  });
});

it("a session of the sign-in server is not accepted where people sign in here", async () => {
  const maya = await server.signUp();
  await read(maya);
  const { session_id, sub } = await claimsOf(maya);
  const { createSessionReader } = await import("#server/access/session.ts");
  const own = createSessionReader(app.deps);
  const now = Math.floor(app.clock.now().getTime() / 1000);
  const token = await app.deps.keys.sign({
    iss: `${app.deps.config.publicUrl}/auth/v1`,
    aud: "authenticated",
    sub: String(sub),
    session_id: String(session_id),
    aal: "aal1",
    exp: now + 600,
  });
  await expect(own.authenticate(`Bearer ${token}`)).rejects.toMatchObject({
    code: "session_not_found",
  });
});
