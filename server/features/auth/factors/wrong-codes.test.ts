import { afterEach, describe, expect, it } from "vitest";
import { daySeconds } from "#contract/values/durations.ts";
import { createLimiter } from "#server/http/rate-limits.ts";
import { systemClock } from "#server/system/clock.ts";
import { type TestAuthClient, useTestAuth } from "#server/testing/auth/auth.ts";
import { addApp, generateCode as codeAt } from "#server/testing/auth/authenticator-app.ts";
import { useMachineClock } from "#server/testing/machine-clock.ts";
import { repeat } from "#server/testing/repeat.ts";
import { authLimitRules } from "../limits.ts";
import { verifyFactor } from "./pass-factor.ts";
import { removeAllFactors } from "./remove-all-factors.ts";

const auth = useTestAuth({ limits: true });

const later = useMachineClock(auth.clock);
afterEach(async () => {
  await auth.readEmails();
});

const wrongSubject = "Wrong codes for your account";

/** A person with a proven address and an authenticator app, and a stranger who has their password. */
const signUpWithStranger = async () => {
  const owner = await auth.signUp();
  const { factorId, secret } = await addApp(systemClock, owner.client);
  const generateCode = (steps: number) => codeAt(systemClock, secret, steps);
  const wrong = () => {
    const right = [-1, 0, 1].map(generateCode);
    return ["000000", "111111", "222222", "333333"].find((code) => !right.includes(code)) ?? "";
  };
  await auth.prove(owner.user_id);
  later(60);
  await auth.readEmails();
  const signIn = () => auth.signIn(owner);
  const type = async (client: TestAuthClient, code: string) =>
    (await client.mfa.challengeAndVerify({ factorId, code })).error;
  return {
    ...owner,
    factorId,
    stranger: await signIn(),
    signIn,
    typeRight: (client: TestAuthClient) => type(client, generateCode(0)),
    typeWrong: (client: TestAuthClient) => type(client, wrong()),
    challengeWith: async (client: TestAuthClient) => {
      const { data: challenge } = await client.mfa.challenge({ factorId });
      const token = (await client.getSession()).data.session?.access_token;
      return () =>
        auth.send(
          "POST",
          `/factors/${factorId}/verify`,
          { challenge_id: challenge?.id, code: wrong() },
          token,
        );
    },
  };
};

const refusedCode = { status: 422, code: "mfa_verification_failed" };
const delayed = { status: 429, code: "over_request_rate_limit" };

describe("wrong codes of the second step", () => {
  it("cause no delay five times in a row, and then one that doubles each time, up to half a day", async () => {
    const { stranger, typeWrong, challengeWith } = await signUpWithStranger();
    await repeat(4, async () => expect(await typeWrong(stranger)).toMatchObject(refusedCode));
    const waits: number[] = [];
    for (let times = 0; times < 13; times += 1) {
      expect(await typeWrong(stranger)).toMatchObject(refusedCode);
      const again = await (await challengeWith(stranger))();
      expect(again.status).toBe(429);
      waits.push(Number(again.headers.get("retry-after")));
      later(waits.at(-1) ?? 0);
    }
    const minute = 60;
    const hours = 12 * 60 * minute;
    expect(waits).toEqual([
      ...[1, 2, 4, 8, 16, 32, 64, 128, 256, 512].map((minutes) => minutes * minute),
      ...[hours, hours, hours],
    ]);
  });

  it("delay every session that signed in by password, and say for how long", async () => {
    const { stranger, signIn, typeWrong, typeRight } = await signUpWithStranger();
    for (let times = 0; times < 5; times += 1) await typeWrong(stranger);
    later(60);
    expect(await typeWrong(await signIn())).toMatchObject(refusedCode);
    expect(await typeRight(await signIn())).toMatchObject({
      ...delayed,
      message: "Too many wrong codes were typed. Please try again in 2 minutes.",
    });
    later(120);
    expect(await typeRight(await signIn())).toBeNull();
  });

  it("are forgotten at the first right one", async () => {
    const { stranger, signIn, typeWrong, typeRight } = await signUpWithStranger();
    for (let times = 0; times < 4; times += 1) await typeWrong(stranger);
    expect(await typeRight(await signIn())).toBeNull();
    later(60);
    await repeat(5, async () => expect(await typeWrong(stranger)).toMatchObject(refusedCode));
    expect(await typeWrong(stranger)).toMatchObject(delayed);
  });

  it("are counted when they come at once", async () => {
    const { stranger, challengeWith } = await signUpWithStranger();
    const guesses = [await challengeWith(stranger), await challengeWith(stranger)];
    const answers = await Promise.all(
      guesses.flatMap((guess) => Array.from({ length: 6 }, () => guess())),
    );
    expect(answers.filter(({ body }) => body.code === refusedCode.code)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  it("are emailed to the owner after the tenth in a row, once", async () => {
    const { email, stranger, typeWrong } = await signUpWithStranger();
    for (let times = 0; times < 9; times += 1) {
      await typeWrong(stranger);
      later(daySeconds);
      await stranger.refreshSession();
    }
    expect(await auth.readEmails()).toEqual([]);
    for (let times = 0; times < 3; times += 1) {
      expect(await typeWrong(stranger)).toMatchObject(refusedCode);
      later(daySeconds);
      await stranger.refreshSession();
    }
    expect(await auth.readEmail()).toMatchObject({ to: email, subject: wrongSubject });
  });

  it("do not keep out an owner who signs in by email, and end with a new password", async () => {
    const { email, stranger, typeWrong, typeRight } = await signUpWithStranger();
    for (let times = 0; times < 8; times += 1) await typeWrong(stranger);
    const owner = await auth.recover({ email });
    expect(await typeWrong(owner)).toMatchObject(refusedCode);
    expect(await typeRight(owner)).toBeNull();
    expect((await owner.updateUser({ password: "a new password" })).error).toBeNull();
    expect((await stranger.getUser()).error?.name).toBe("AuthSessionMissingError");
    const again = await auth.signIn({ email, password: "a new password" });
    later(60);
    expect(await typeRight(again)).toBeNull();
  });

  it("wrong codes of the second step of a session that has passed the second step delay no sign-in: its token may be stolen", async () => {
    const { client, signIn, typeWrong, typeRight } = await signUpWithStranger();
    await repeat(5, async () => expect(await typeWrong(client)).toMatchObject(refusedCode));
    // These calls use up the limit of calls too.
    await repeat(5, async () => expect(await typeWrong(client)).toMatchObject(delayed));
    expect(await typeRight(await signIn())).toBeNull();
    await auth.readEmails();
  });

  it("count together with wrong recovery codes, which cannot be tried faster", async () => {
    const { client, stranger, signIn, typeWrong, typeRight } = await signUpWithStranger();
    const { data } = await client.mfa.recoveryCodes.generate();
    const [code = ""] = data?.codes ?? [];
    const tryCode = async (client: TestAuthClient, code: string) =>
      (await client.mfa.recoveryCodes.verify({ code })).error;
    for (let times = 0; times < 3; times += 1) await typeWrong(stranger);
    for (let times = 0; times < 2; times += 1) {
      expect(await tryCode(stranger, "k4m9x7qp2ab8ht3z")).toMatchObject(refusedCode);
    }
    const locked = {
      status: 429,
      code: "mfa_recovery_codes_locked",
      message: "Too many wrong codes were typed. Please try again in a minute.",
    };
    expect(await tryCode(stranger, code)).toMatchObject(locked);
    expect(await typeRight(await signIn())).toMatchObject(delayed);
    later(60);
    expect(await tryCode(stranger, code)).toBeNull();
    // A right code ends the delay, for the next sign-in too.
    expect(await typeRight(await signIn())).toBeNull();
    await auth.readEmails();
  });

  it("are remembered by a server that starts anew", async () => {
    const { factorId, stranger, typeWrong } = await signUpWithStranger();
    for (let times = 0; times < 5; times += 1) await typeWrong(stranger);
    const token = (await stranger.getSession()).data.session?.access_token;
    const session = await auth.deps.sessions.authenticate(`Bearer ${token}`);
    const { data: challenge } = await stranger.mfa.challenge({ factorId });
    const { db, kind } = auth.database;
    const restarted = {
      ...auth.deps,
      limiter: createLimiter(authLimitRules, { db, kind, enabled: true }),
    };
    const attempt = {
      session,
      factor_id: factorId,
      challenge_id: challenge?.id ?? "",
      response: { code: "000000" },
      caller: { address: "203.0.113.7", ip: "203.0.113.7", user_agent: null },
    };
    await expect(verifyFactor(restarted, attempt)).rejects.toMatchObject(delayed);
  });

  it("wrong codes of the second step of an app that is only being set up do not count", async () => {
    const { client, stranger, typeWrong, typeRight } = await signUpWithStranger();
    await typeRight(client);
    const { data } = await client.mfa.enroll({ factorType: "totp", friendlyName: "New" });
    for (let times = 0; times < 5; times += 1) {
      const factorId = data?.id ?? "";
      const { error } = await client.mfa.challengeAndVerify({ factorId, code: "abc" });
      expect(error).toMatchObject(refusedCode);
    }
    later(60);
    expect(await typeWrong(stranger)).toMatchObject(refusedCode);
  });

  it("go with the second steps that the operator removes, and after a month", async () => {
    const one = await signUpWithStranger();
    const other = await signUpWithStranger();
    for (const { stranger, typeWrong } of [one, other]) await typeWrong(stranger);
    const counted = async () =>
      (await auth.db.selectFrom("auth.wrong_codes").select("user_id").execute())
        .map(({ user_id }) => user_id)
        .filter((id) => id === one.user_id || id === other.user_id);
    expect(await counted()).toHaveLength(2);
    await removeAllFactors(auth.deps, { email: one.email, canRecover: true });
    expect(await counted()).toEqual([other.user_id]);
    later(31 * daySeconds);
    await auth.clearExpired();
    expect(await counted()).toEqual([]);
  });
});
