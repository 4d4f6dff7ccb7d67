import { describe, expect, it } from "vitest";
import { dayMs } from "#contract/values/durations.ts";
import { createTestBrowser, testPassword, useTestAuth } from "#server/testing/auth/auth.ts";
import { itOnPostgres } from "#server/testing/database/db.ts";
import { insertRow, readRow } from "#server/testing/database/rows.ts";
import { recordStatements } from "#server/testing/database/statements.ts";
import { formatRefreshToken, readRefreshToken } from "./refresh-token.ts";

const auth = useTestAuth();

const refresh = async (refreshToken: string, headers: Record<string, string> = {}) => {
  const path = "/token?grant_type=refresh_token";
  const given = { refresh_token: refreshToken };
  const { status, body } = await auth.send("POST", path, given, undefined, headers);
  return { status, body };
};

const listSessionRows = (userId: string) =>
  auth.db
    .selectFrom("auth.sessions")
    .where("user_id", "=", userId)
    .selectAll()
    .orderBy("created_at")
    .execute();

const use = (accessToken: string) => auth.send("GET", "/user", undefined, accessToken);

const listRevocations = async (userId: string) => {
  const entries = await auth.listAudit(userId, "token_revoked");
  return entries.map(({ details }) => details);
};

const refused = (code: string, message: string) => ({ status: 400, body: { code, message } });
const alreadyUsed = refused("refresh_token_already_used", "Invalid Refresh Token: Already Used");
const notFound = refused(
  "refresh_token_not_found",
  "Invalid Refresh Token: Refresh Token Not Found",
);

describe("refreshing", () => {
  it("gives the next token and keeps the session", async () => {
    const { client, user_id } = await auth.signUp();
    const before = (await client.getSession()).data.session;
    auth.clock.advance({ minutes: 5 });
    const { data, error } = await client.refreshSession();

    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(before?.refresh_token);
    expect(data.session?.access_token).not.toBe(before?.access_token);
    expect(data.user?.id).toBe(user_id);
    const [session, ...others] = await listSessionRows(user_id);
    expect(others).toEqual([]);
    expect(session).toMatchObject({ refresh_counter: 1, refreshed_at: auth.clock.now() });
  });

  it("notes where and with what it was used last", async () => {
    const { refreshToken, user_id } = await auth.signUp();
    await refresh(await refreshToken(), {
      "User-Agent": "Firefox/145",
      "X-Forwarded-For": "198.51.100.9, 2001:db8::7",
    });
    expect(await listSessionRows(user_id)).toMatchObject([
      { user_agent: "Firefox/145", ip: "2001:db8::7" },
    ]);
  });

  it("gives two tabs that ask at once the same successor", async () => {
    const { refreshToken } = await auth.signUp();
    const token = await refreshToken();
    const answers = await Promise.all([refresh(token), refresh(token), refresh(token)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
    expect(answers[0]?.body.refresh_token).not.toBe(token);
  });

  it("serves a browser that lost the answer, however late and however often", async () => {
    const { refreshToken, user_id } = await auth.signUp();
    const first = await refreshToken();
    for (let times = 0; times < 3; times += 1) {
      expect((await refresh(first)).status).toBe(200);
      auth.clock.advance({ hours: 3 });
    }
    const { status, body } = await refresh(first);
    expect(status).toBe(200);
    expect((await use(body.access_token)).status).toBe(200);
    expect((await refresh(body.refresh_token)).status).toBe(200);
    expect(await listSessionRows(user_id)).toHaveLength(1);
  });

  it("serves two tabs that both wake up after an answer was lost", async () => {
    const { refreshToken } = await auth.signUp();
    const first = await refreshToken();
    await refresh(first);
    auth.clock.advance({ hours: 3 });
    const one = await refresh(first);
    await use(one.body.access_token);
    auth.clock.advance({ seconds: 9 });
    const other = await refresh(first);
    expect(other.body.refresh_token).toBe(one.body.refresh_token);
  });

  it("accepts the token that was exchanged last for ten seconds after that, and none that is older", async () => {
    const { refreshToken, user_id } = await auth.signUp();
    const first = await refreshToken();
    const second = (await refresh(first)).body.refresh_token;
    const third = (await refresh(second)).body.refresh_token;
    auth.clock.advance({ seconds: 9 });
    expect((await refresh(second)).body.refresh_token).toBe(third);

    expect(await refresh(first)).toMatchObject(alreadyUsed);
    expect(await listSessionRows(user_id)).toEqual([]);
    expect(await listRevocations(user_id)).toEqual([{ reason: "refresh token used again" }]);
  });

  it("ends the session of a thief who took a lost answer, also within ten seconds of the owner's next refresh", async () => {
    const { refreshToken, user_id } = await auth.signUp();
    const first = await refreshToken();
    const lost = await refresh(first);
    auth.clock.advance({ seconds: 11 });
    const owners = await refresh(first);
    await use(owners.body.access_token);
    auth.clock.advance({ seconds: 9 });
    expect(await refresh(lost.body.refresh_token)).toMatchObject(alreadyUsed);
    expect(await listSessionRows(user_id)).toEqual([]);
  });

  it("ends the session of a token that two parties use, for both", async () => {
    const { client, refreshToken, user_id } = await auth.signUp();
    const stolen = await refreshToken();
    const second = (await refresh(stolen)).body.refresh_token;
    const third = (await refresh(second)).body.refresh_token;
    auth.clock.advance({ seconds: 11 });

    expect(await refresh(stolen)).toMatchObject(alreadyUsed);
    expect(await listSessionRows(user_id)).toEqual([]);
    expect(await refresh(third)).toMatchObject(notFound);
    expect((await client.getUser()).error?.name).toBe("AuthSessionMissingError");
    expect(await listRevocations(user_id)).toEqual([{ reason: "refresh token used again" }]);
  });

  it("withdraws with such a session the change of address that may have been asked for in it", async () => {
    const { client, refreshToken, user_id } = await auth.signUp();
    const email = `new-${crypto.randomUUID()}@paraline.example`;
    expect((await client.updateUser({ email })).error).toBeNull();
    const stolen = await refreshToken();
    await refresh((await refresh(stolen)).body.refresh_token);
    auth.clock.advance({ seconds: 11 });

    expect(await refresh(stolen)).toMatchObject(alreadyUsed);
    const { new_email } = await readRow(auth.db, "auth.users", { id: user_id });
    expect(new_email).toBeNull();
  });

  it("keeps both tabs of a browser signed in when they refresh at once and the answer before was lost", async () => {
    const browser = createTestBrowser();
    const [one, other] = [auth.createClient({ browser }), auth.createClient({ browser })];
    const { data } = await one.signUp({ email: "tabs@paraline.example", password: testPassword });
    await refresh(data.session?.refresh_token ?? "");
    auth.clock.advance({ hours: 3 });
    for (let times = 0; times < 2; times += 1) {
      // If two answers arrive at once, the library keeps one of them.
      await Promise.all([one.refreshSession(), other.refreshSession()]);
      expect((await one.getUser()).error).toBeNull();
      expect((await other.getUser()).error).toBeNull();
      auth.clock.advance({ minutes: 50 });
    }
  });

  it("ends the session of a thief who keeps in step, once the newer access token was used", async () => {
    const { client, refreshToken, user_id } = await auth.signUp();
    const stolen = await refreshToken();
    const owners = await refresh(stolen);
    expect((await use(owners.body.access_token)).status).toBe(200);
    auth.clock.advance({ seconds: 9 });
    expect((await refresh(stolen)).status).toBe(200);
    auth.clock.advance({ seconds: 2 });

    expect(await refresh(stolen)).toMatchObject(alreadyUsed);
    expect(await listSessionRows(user_id)).toEqual([]);
    expect(await refresh(owners.body.refresh_token)).toMatchObject(notFound);
    expect((await client.getUser()).error?.name).toBe("AuthSessionMissingError");
    expect(await listRevocations(user_id)).toEqual([{ reason: "refresh token used again" }]);
  });

  it("ends it too for a thief who refreshes first and waits for the owner to catch up", async () => {
    const { refreshToken, user_id } = await auth.signUp();
    const stolen = await refreshToken();
    const thiefsRefresh = await refresh(stolen);
    auth.clock.advance({ seconds: 11 });
    const owners = await refresh(stolen);
    expect(owners.body.refresh_token).not.toBe(thiefsRefresh.body.refresh_token);
    await use(owners.body.access_token);
    auth.clock.advance({ seconds: 11 });

    expect(await refresh(thiefsRefresh.body.refresh_token)).toMatchObject(alreadyUsed);
    expect(await listSessionRows(user_id)).toEqual([]);
  });

  it("takes a newer refresh token as a sign that the older ones arrived, as when an idle tab shows it", async () => {
    const { refreshToken, user_id } = await auth.signUp();
    const stolen = await refreshToken();
    let token = stolen;
    for (let times = 0; times < 3; times += 1) {
      token = (await refresh(token)).body.refresh_token;
      auth.clock.advance({ hours: 1 });
    }
    expect(await refresh(stolen)).toMatchObject(alreadyUsed);
    expect(await listSessionRows(user_id)).toEqual([]);
  });

  it("notes the use of an access token once, not at every call", async () => {
    const { refreshToken } = await auth.signUp();
    const { body } = await refresh(await refreshToken());
    const asked = await recordStatements(auth.db, async () => {
      for (let times = 0; times < 3; times += 1) await use(body.access_token);
    });
    expect(asked.filter((statement) => statement.startsWith("update"))).toHaveLength(1);
  });

  it("refuses a token that was never given out", async () => {
    const { user_id } = await auth.signUp();
    const [session] = await listSessionRows(user_id);
    const token = formatRefreshToken(auth.deps.secrets, {
      session_id: session?.id ?? "",
      counter: 7,
    });
    expect(await refresh(token)).toMatchObject(notFound);
    expect(await listSessionRows(user_id)).toHaveLength(1);
  });

  it("refuses a changed token, and what is not a token", async () => {
    const { refreshToken } = await auth.signUp();
    const token = await refreshToken();
    const changed = [...token].map(
      (letter, index) =>
        token.slice(0, index) + (letter === "A" ? "B" : "A") + token.slice(index + 1),
    );
    const others = ["x", "ü", `${token}A`, `${token}=`, token.slice(0, -1), "-".repeat(512)];
    for (const wrong of [...changed, ...others]) {
      expect(readRefreshToken(auth.deps.secrets, wrong)).toBeUndefined();
    }
    expect(await refresh("nonsense")).toMatchObject(notFound);
    expect(await refresh(changed[20] ?? "")).toMatchObject(notFound);
    for (const body of [{}, { refresh_token: "" }, { refresh_token: 7 }, { refresh_token: null }]) {
      const answer = await auth.send("POST", "/token?grant_type=refresh_token", body);
      expect([answer.status, answer.body.code]).toEqual([400, "validation_failed"]);
    }
    expect((await refresh(token)).status).toBe(200);
  });

  it("ends sessions that were not refreshed for 90 days", async () => {
    const { refreshToken, user_id } = await auth.signUp();
    const token = await refreshToken();
    auth.clock.advance({ days: 90, seconds: 1 });
    expect(await refresh(token)).toMatchObject(
      refused("session_expired", "Invalid Refresh Token: Session Expired"),
    );
    expect(await listSessionRows(user_id)).toEqual([]);
  });

  it("keeps sessions that were refreshed within them", async () => {
    const { refreshToken } = await auth.signUp();
    let token = await refreshToken();
    for (let times = 0; times < 3; times += 1) {
      auth.clock.advance({ days: 89 });
      const { status, body } = await refresh(token);
      expect(status).toBe(200);
      token = body.refresh_token;
    }
  });

  itOnPostgres("counts once when many connections refresh at once (two connections)", async () => {
    const { refreshToken, user_id } = await auth.signUp();
    const token = await refreshToken();
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(token)));
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
    expect(await listSessionRows(user_id)).toMatchObject([{ refresh_counter: 1 }]);
  });
});

describe("a refresh token", () => {
  it("can contain any counter", () => {
    const sessionId = crypto.randomUUID();
    for (const counter of [0, 1, 127, 128, 16_383, 16_384, 2 ** 31, 2 ** 45 + 3]) {
      const token = formatRefreshToken(auth.deps.secrets, { session_id: sessionId, counter });
      expect(readRefreshToken(auth.deps.secrets, token)).toEqual({
        session_id: sessionId,
        counter,
      });
      expect(formatRefreshToken(auth.deps.secrets, { session_id: sessionId, counter })).toBe(token);
    }
  });
});

describe("signing out", () => {
  const threeSessions = async () => {
    const here = await auth.signUp();
    const others = [await auth.signIn(here), await auth.signIn(here)];
    return { ...here, others };
  };

  it("ends this session only, with the scope local", async () => {
    const { client, accessToken, others, user_id } = await threeSessions();
    const token = await accessToken();
    expect((await client.signOut({ scope: "local" })).error).toBeNull();
    expect(await listSessionRows(user_id)).toHaveLength(2);
    const answer = await auth.send("GET", "/user", undefined, token);
    expect([answer.status, answer.body.code]).toEqual([403, "session_not_found"]);
    expect((await others[0]?.getUser())?.error).toBeNull();
  });

  it("ends the others only, with the scope others", async () => {
    const { client, others, user_id } = await threeSessions();
    expect((await client.signOut({ scope: "others" })).error).toBeNull();
    expect(await listSessionRows(user_id)).toHaveLength(1);
    expect((await client.getUser()).error).toBeNull();
    expect((await others[0]?.getUser())?.error?.name).toBe("AuthSessionMissingError");
  });

  it("ends all of them, with no scope", async () => {
    const { client, user_id } = await threeSessions();
    expect((await client.signOut()).error).toBeNull();
    expect(await listSessionRows(user_id)).toEqual([]);
  });

  it("answers 204 without a body, and refuses another scope", async () => {
    const { accessToken } = await auth.signUp();
    const token = await accessToken();
    const wrong = await auth.send("POST", "/logout?scope=everything", undefined, token);
    expect([wrong.status, wrong.body.code]).toEqual([400, "validation_failed"]);
    const answer = await auth.send("POST", "/logout?scope=local", undefined, token);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect((await auth.send("POST", "/logout")).status).toBe(401);
  });

  it("never ends a stranger's sessions", async () => {
    const stranger = await auth.signUp();
    const { client } = await auth.signUp();
    await client.signOut({ scope: "global" });
    expect((await stranger.client.getUser()).error).toBeNull();
  });
});

it("deletes what has expired, a hundred at a time, and nothing else", async () => {
  const kept = await auth.signUp();
  const { user_id } = await auth.signUp();
  const old = new Date(auth.clock.now().getTime() - 91 * dayMs);
  await auth.db
    .insertInto("auth.sessions")
    .values(
      Array.from({ length: 230 }, () => ({
        id: crypto.randomUUID(),
        user_id,
        aal: "aal1" as const,
        amr: "[]",
        refreshed_at: old,
        created_at: old,
      })),
    )
    .execute();
  await insertRow(auth.db, "auth.audit_log", {
    user_id,
    action: "login",
    details: "{}",
    created_at: old,
  });

  await auth.clearExpired();
  expect(await listSessionRows(user_id)).toHaveLength(1);
  expect(await listSessionRows(kept.user_id)).toHaveLength(1);
  const left = await auth.db
    .selectFrom("auth.audit_log")
    .where("created_at", "<=", old)
    .select("id")
    .execute();
  expect(left).toEqual([]);
});
