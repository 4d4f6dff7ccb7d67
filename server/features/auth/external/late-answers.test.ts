import { afterAll, expect, it } from "vitest";
import { useTestApp } from "#server/testing/app.ts";
import { testPassword } from "#server/testing/auth/auth.ts";
import { type SignInServerPerson, useSignInServer } from "#server/testing/auth/sign-in-server.ts";
import { plainPicture, putCover, uploadCover } from "#server/testing/covers.ts";
import { startModelDouble } from "#server/testing/model-double.ts";
import { errorOf } from "#server/testing/test-purchases.ts";

// The client library reads the machine's clock.
const start = new Date().toISOString();
const model = await startModelDouble();
afterAll(() => model.close());
const environment: Record<string, string> = {
  BILLING: "test",
  INSIGHTS_MODEL: "openai-compatible:double-1",
  INSIGHTS_BASE_URL: model.baseUrl,
  INSIGHTS_API_KEY: "key",
};
const server = useSignInServer(environment, start);
const app = useTestApp({ environment, start });

/** The person as an owner of this server, with their present token. */
const asOwner = async ({ user_id, email, accessToken }: SignInServerPerson) => ({
  user_id,
  email,
  access_token: await accessToken(),
});
const sessionGone = [403, "session_not_found"];

it("a picture that arrives after its sender has signed out is not stored", async () => {
  const maya = await server.signUp();
  const owner = await asOwner(maya);
  const picture = new Uint8Array(await plainPicture().png().toBuffer());
  const began = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const body = new ReadableStream(
    {
      async pull(controller) {
        began.resolve();
        await ended.promise;
        controller.enqueue(picture);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const sent = putCover(app, owner, "1700000000000.png", body);
  await began.promise;
  await maya.client.signOut({ scope: "global" });
  ended.resolve();
  expect(await errorOf(await sent)).toEqual(sessionGone);
  expect(await app.db.selectFrom("covers").select("file_name").execute()).toEqual([]);
});

it("insights that a model takes long for are neither stored nor shown once their owner has signed out", async () => {
  const maya = await server.signUp();
  const owner = await asOwner(maya);
  await app.as(owner, "GET", "/api/account");
  const circle = await app.circles.seed(owner);
  for (const { invite_token } of circle.people) {
    const answers = { 1: "You are patient." };
    expect((await app.circles.answer(invite_token, { answers })).status).toBe(201);
  }
  await app.purchases.buy(owner, "monthly");
  let signedOut: Promise<unknown> | undefined;
  model.answerWith(() => {
    signedOut ??= maya.client.signOut({ scope: "global" });
    app.clock.advance({ seconds: 5 });
    return { content: "{}", waitsMs: 50 };
  });
  // The sign-in server answers about the person only after the sign-out is complete.
  server.answerWith(async (path) => {
    if (path.endsWith("/user")) await signedOut;
    return undefined;
  });
  const made = await app.as(owner, "POST", `/api/circles/${circle.id}/insights`);
  expect(await errorOf(made)).toEqual(sessionGone);
  expect(model.asked).toHaveLength(1);
  expect(await app.db.selectFrom("insights").select("circle_id").execute()).toEqual([]);
});

it("a payment address is not handed over once the owner has signed out", async () => {
  const maya = await server.signUp();
  const owner = await asOwner(maya);
  await app.as(owner, "GET", "/api/account");
  const { payments } = app.deps;
  if (!payments) throw new Error("Nothing is sold.");
  const { startCheckout } = payments;
  payments.startCheckout = async (...given) => {
    const started = await startCheckout.apply(payments, given);
    await maya.client.signOut({ scope: "global" });
    app.clock.advance({ seconds: 5 });
    return started;
  };
  const paying = await app.as(owner, "POST", "/api/billing/checkout", { kind: "monthly" });
  payments.startCheckout = startCheckout;
  expect(await errorOf(paying)).toEqual(sessionGone);
});

/**
 * Holds back the sign-in server's next answer about a person. The answer is made at once, but delivered only on
 * `release`.
 */
const holdAnswer = () => {
  const given = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isFirst = true;
  server.answerWith(async (path, answer) => {
    if (!path.endsWith("/user") || !isFirst) return undefined;
    isFirst = false;
    const response = await answer();
    given.resolve();
    await released.promise;
    return response;
  });
  return { given: given.promise, release: released.resolve };
};

it("an answer that arrives late does not bring back a session that a later answer has ended", async () => {
  const maya = await server.signUp();
  const owner = await asOwner(maya);
  await app.as(owner, "GET", "/api/account");
  const held = holdAnswer();
  const early = app.as(owner, "PATCH", "/api/account", { full_name: "Thief" });
  await held.given;
  await maya.client.signOut({ scope: "global" });
  const later = await app.as(owner, "POST", "/api/account/get-mail-again");
  expect(await errorOf(later)).toEqual(sessionGone);
  held.release();
  expect(await errorOf(await early)).toEqual(sessionGone);
  expect(await errorOf(await app.as(owner, "GET", "/api/account"))).toEqual(sessionGone);
});

it("an answer that arrives late does not create an account again that was erased meanwhile", async () => {
  const maya = await server.signUp();
  const owner = await asOwner(maya);
  await app.as(owner, "GET", "/api/account");
  const held = holdAnswer();
  const early = app.as(owner, "POST", "/api/account/get-mail-again");
  await held.given;
  const erased = await app.as(owner, "DELETE", "/api/account", { email: maya.email });
  expect(erased.status).toBe(200);
  held.release();
  expect(await errorOf(await early)).toEqual(sessionGone);
  const users = app.db.selectFrom("auth.users").where("id", "=", maya.user_id).select("id");
  expect(await users.execute()).toEqual([]);
});

it("erasing what is left of an account takes nothing from a new account with the same id", async () => {
  const maya = await server.signUp();
  const before = await asOwner(maya);
  const old = await uploadCover(app, before, "1700000000001.png");
  const erased = await app.as(before, "DELETE", "/api/account", { email: maya.email });
  expect(erased.status).toBe(200);
  server.there.clock.advance({ seconds: 5 });
  app.clock.advance({ seconds: 5 });
  await maya.client.signInWithPassword({ email: maya.email, password: testPassword });
  const again = await asOwner(maya);
  const cover = await uploadCover(app, again, "1700000000002.png");
  app.clock.advance({ minutes: 6 });
  await app.work();
  expect((await app.request(cover)).status).toBe(200);
  expect((await app.request(old)).status).toBe(404);
  expect(await app.db.selectFrom("erasures").select("id").execute()).toEqual([]);
});
