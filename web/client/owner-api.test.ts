import { expect, test, vi } from "vitest";
import { answerCalls, createSession, refused, signInThisBrowser } from "#web/testing/app.tsx";

// These tests run in a document, because the session is kept in localStorage.
async function openOwnerApi() {
  vi.resetModules();
  return import("#web/client/owner-api.ts");
}

test("when the server has replaced its signing key, the page gets a new token and repeats the call", async () => {
  signInThisBrowser();
  const renewed = createSession("aal1", undefined, "totp");
  let refusals = 0;
  const asked = answerCalls({
    "GET /api/account": () => {
      refusals += 1;
      return refusals === 1 ? refused(403, "bad_jwt", "not valid") : { body: { ok: true } };
    },
    "POST /auth/v1/token": { body: renewed },
  });
  const { callOwnerApi } = await openOwnerApi();
  expect(await callOwnerApi("GET /api/account")).toEqual({ ok: true });
  expect(asked.map(({ call }) => call)).toEqual([
    "GET /api/account",
    "POST /auth/v1/token",
    "GET /api/account",
  ]);
});

test("when that does not help, the person is signed out", async () => {
  signInThisBrowser();
  answerCalls({
    "GET /api/account": refused(403, "bad_jwt", "not valid"),
    "POST /auth/v1/token": refused(400, "refresh_token_not_found", "Invalid Refresh Token"),
    "POST /auth/v1/logout": { status: 204, body: null },
  });
  const { callOwnerApi } = await openOwnerApi();
  await expect(callOwnerApi("GET /api/account")).rejects.toMatchObject({ code: "bad_jwt" });
  expect(localStorage.getItem("paraline.auth")).toBeNull();
});
