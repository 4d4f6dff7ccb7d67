import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { defineEndpoint } from "#contract/endpoint.ts";
import { DomainError } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import { storableText } from "#contract/values/text.ts";
import { AuthError } from "#server/access/auth-error.ts";
import { systemClock } from "#server/system/clock.ts";
import { createLog } from "#server/system/log.ts";
import { createApi, type RequestAccess } from "./endpoint.ts";
import { errorResponse, toDomainError } from "./errors.ts";
import { type AppEnv, requestContext } from "./request-context.ts";

const open: RequestAccess = {
  owner: () => Promise.reject(new DomainError("signed_out")),
  operator: () => Promise.reject(new DomainError("not_found")),
  limit: async () => {},
};

const echo = defineEndpoint({
  method: "POST",
  path: "/api/echo/:id",
  summary: "Says it again",
  access: "public",
  params: z.object({ id: z.uuid() }),
  body: z.object({ text: storableText(10) }),
  status: 201,
  output: z.object({ text: z.string() }),
  errors: ["circle_not_found"],
});

const whoami = defineEndpoint({
  method: "GET",
  path: "/api/whoami",
  summary: "Says who asks",
  access: "owner",
  output: z.object({ owner: z.string() }),
  errors: [],
});

const peek = defineEndpoint({
  method: "GET",
  path: "/api/peek",
  summary: "Shows the token",
  access: "invitee",
  output: z.object({ length: z.number() }),
  errors: [],
});

function testApi(lines: string[] = []) {
  const log = createLog("debug", { write: (line) => lines.push(line) });
  const app = new Hono<AppEnv>();
  app.use(requestContext(log));
  const api = createApi(app, open, { clock: systemClock });
  api.on(echo, async ({ body }) => {
    if (body.text === "boom") throw new Error("secret detail");
    return { text: body.text, neverShown: "row id" };
  });
  api.on(whoami, async ({ owner }) => ({ owner }));
  api.on(peek, async ({ invite_token }) => ({ length: invite_token.length }));
  app.onError((error, c) => errorResponse(toDomainError(error, c.var.log), c.var.request_id));
  return app;
}

const address = "/api/echo/3f2b6a52-7e0d-4c0a-9d9e-6a3b1a2c4d5e";
const send = (body: RequestInit["body"], type = "application/json") => ({
  method: "POST",
  body,
  headers: { "Content-Type": type },
});

describe("an endpoint of the contract", () => {
  test("gets valid values and answers with what the contract promises and nothing more", async () => {
    const answer = await testApi().request(address, send(JSON.stringify({ text: " hello\r\n" })));
    expect(answer.status).toBe(201);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toEqual({ text: "hello" });
  });

  test.each([
    ["malformed JSON", "{", undefined, 400, "bad_json"],
    ["a list", "[]", undefined, 400, "validation_failed"],
    ["the wrong type", '{"text":5}', undefined, 400, "validation_failed"],
    ["a text that is too long", '{"text":"12345678901"}', undefined, 400, "validation_failed"],
    ["U+0000", '{"text":"a\\u0000"}', undefined, 400, "validation_failed"],
    ["half of a surrogate pair", '{"text":"\\ud800"}', undefined, 400, "validation_failed"],
    ["another content type", '{"text":"a"}', "text/plain", 415, "unsupported_media_type"],
    [
      "a body that is too large",
      JSON.stringify({ text: "x".repeat(limits.requestBytes) }),
      undefined,
      413,
      "request_too_large",
    ],
  ])("refuses %s with a specific error", async (_name, body, type, status, code) => {
    const answer = await testApi().request(address, send(body, type));
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code, request_id: expect.any(String) });
  });

  test("refuses bytes that are not valid text", async () => {
    const answer = await testApi().request(address, send(new Uint8Array([0x22, 0xff, 0x22])));
    expect(await answer.json()).toMatchObject({ code: "bad_json" });
  });

  test("stops reading a body that is longer than announced", async () => {
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)),
    });
    const answer = await testApi().request(address, {
      ...send(endless as never),
      duplex: "half",
    } as RequestInit);
    expect(answer.status).toBe(413);
  });

  test("treats a malformed id like one of somebody else", async () => {
    const answer = await testApi().request("/api/echo/7", send('{"text":"a"}'));
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: "circle_not_found" });
  });

  test("logs an unexpected error, but does not say what happened", async () => {
    const lines: string[] = [];
    const answer = await testApi(lines).request(address, send('{"text":"boom"}'));
    const body = await answer.text();
    expect(answer.status).toBe(500);
    expect(body).not.toContain("secret");
    expect(lines.join()).toContain("secret detail");
  });

  test("checks access first if it is for owners", async () => {
    const answer = await testApi().request("/api/whoami");
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: "signed_out" });
  });

  test("never looks up a malformed invite token", async () => {
    const answer = await testApi().request("/api/peek", { headers: { "X-Invite-Token": "a b" } });
    expect(await answer.json()).toMatchObject({ code: "invite_invalid" });
  });
});

describe("the log", () => {
  test("has a line for each request, without the query, which may contain a token", async () => {
    const lines: string[] = [];
    await testApi(lines).request("/api/peek?token=abcdefghijklmnopqrstuvwx");
    expect(lines.join()).toContain("/api/peek");
    expect(lines.join()).not.toContain("abcdefghijklmnopqrstuvwx");
  });

  test("replaces secrets and what people wrote", () => {
    const lines: string[] = [];
    const log = createLog("info", { write: (line) => lines.push(line) });
    log.info({ body: { password: "hunter2", answers: { 1: "private" } }, token: "abc" }, "x");
    expect(lines.join()).not.toMatch(/hunter2|private|abc/);
  });
});

describe("a refused session", () => {
  test.each([
    ["no_authorization", 401, "signed_out"],
    ["bad_jwt", 403, "bad_jwt"],
    ["session_not_found", 403, "session_not_found"],
    ["user_banned", 403, "user_banned"],
    ["insufficient_aal", 403, "insufficient_aal"],
    ["service_unavailable", 503, "unavailable"],
  ] as const)("%s is answered %i %s", async (code, status, expected) => {
    const log = createLog("silent");
    const answer = errorResponse(toDomainError(new AuthError(code), log), "id");
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code: expected });
  });
});
