import { beforeEach, expect, it } from "vitest";
import { useTestApp } from "#server/testing/app.ts";
import { useSignInServer } from "#server/testing/auth/sign-in-server.ts";

// The client library reads the machine's clock.
const start = new Date().toISOString();
const environment: Record<string, string> = { RATE_LIMITS: "on" };
const server = useSignInServer(environment, start);
const app = useTestApp({ environment, start });

let settingsRead = 0;
beforeEach(() => {
  settingsRead = 0;
  server.answerWith(async (path) => {
    if (path.endsWith("/settings")) settingsRead += 1;
    return undefined;
  });
});

const call = async (token: string) => {
  const owner = { access_token: token, user_id: "", email: "" };
  const { status } = await app.as(owner, "POST", "/api/account/get-mail-again");
  return status;
};
const callOften = async (token: string, times: number) => {
  const before = server.sessionChecks;
  const statuses = await Promise.all(Array.from({ length: times }, () => call(token)));
  return { statuses: new Set(statuses), checks: server.sessionChecks - before };
};

it("a session that has ended is asked about once, and a few times by calls that arrive together", async () => {
  const maya = await server.signUp();
  const token = await maya.accessToken();
  expect(await call(token)).toBe(200);
  await maya.client.signOut({ scope: "local" });
  const together = await callOften(token, 60);
  expect(together.statuses).toEqual(new Set([403]));
  expect(together.checks).toBeLessThanOrEqual(16);
  expect(await callOften(token, 60)).toEqual({ statuses: new Set([403]), checks: 0 });
  app.clock.advance({ minutes: 5 });
  expect(await callOften(token, 1)).toEqual({ statuses: new Set([403]), checks: 0 });
});

it("calls are counted before their session is checked, refused ones too", async () => {
  const maya = await server.signUp();
  const token = await maya.accessToken();
  await maya.client.signOut({ scope: "local" });
  for (let round = 0; round < 9; round += 1) await callOften(token, 100);
  expect(await callOften(token, 1)).toEqual({ statuses: new Set([429]), checks: 0 });
});

it("few sessions are checked at once", async () => {
  const maya = await server.signUp();
  const token = await maya.accessToken();
  expect(await call(token)).toBe(200);
  const { data } = await maya.client.getUser();
  let [underWay, mostUnderWay] = [0, 0];
  server.answerWith(async () => {
    underWay += 1;
    mostUnderWay = Math.max(mostUnderWay, underWay);
    await new Promise((resolve) => setTimeout(resolve, 5));
    underWay -= 1;
    return Response.json(data.user);
  });
  const { statuses, checks } = await callOften(token, 60);
  expect([statuses, checks]).toEqual([new Set([200]), 60]);
  expect(mostUnderWay).toBeLessThanOrEqual(16);
});

it("the sign-in server's settings are read once a minute", async () => {
  app.clock.advance({ minutes: 10 });
  for (const count of [1, 1]) {
    expect(await call(await (await server.signUp()).accessToken())).toBe(200);
    expect(settingsRead).toBe(count);
  }
  app.clock.advance({ minutes: 1 });
  expect(await call(await (await server.signUp()).accessToken())).toBe(200);
  expect(settingsRead).toBe(2);
});

it("an answer that is too long is not read to its end, and lets nobody in", async () => {
  const maya = await server.signUp();
  let sent = 0;
  server.answerWith(async (path) => {
    if (!path.endsWith("/user")) return undefined;
    return new Response(
      new ReadableStream({
        pull(controller) {
          sent += 1;
          if (sent > 1000) controller.close();
          else controller.enqueue(new Uint8Array(64 * 1024).fill(32));
        },
      }),
    );
  });
  expect(await call(await maya.accessToken())).toBe(503);
  expect(sent).toBeLessThan(1000);
});
