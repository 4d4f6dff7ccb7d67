import { beforeAll, expect, it, vi } from "vitest";
import { createApp, createStartingApp } from "#server/app.ts";
import { loadWebBuild } from "#server/http/pages/web-build.ts";
import { useTestApp } from "#server/testing/app.ts";
import type { TestOwner } from "#server/testing/owners.ts";

const app = useTestApp();
const { create, person } = app.circles;

let owner: TestOwner;
let circleId: string;
let token: string;
beforeAll(async () => {
  owner = await app.createOwner();
  circleId = await create(owner);
  token = (await person(circleId, "ana")).invite_token;
});

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** The addresses that people, mail programs, scanners and our own pages open, and what links become on the way. */
const addresses = () => [
  "/invite",
  "/invite?token=",
  `/invite?token=${token}`,
  `/invite?token=${"x".repeat(32)}`,
  `/invite?TOKEN=${token}`,
  `/invite/?token=${token}`,
  `/invite//?token=${token}`,
  `/INVITE?token=${token}`,
  `/Invite/?Token=${token}`,
  `/%69nvite?token=${token}`,
  `/invite%3Ftoken=${token}`,
  `/invite%3ftoken%3d${token}`,
  `/invite%253Ftoken%253D${token}`,
  `/invite=3Ftoken=3D${token}`,
  `/invite&token=${token}`,
  `/invite;token=${token}`,
  `/invite/${token}`,
  `/invite/token/${token}/`,
  `/invite.html?token=${token}`,
  `/de/invite?token=${token}`,
  `//invite?token=${token}`,
  `/?token=${token}`,
  `/?t%6Fken=${token}`,
  `/auth?token=${token}`,
  `/auth?t%6Fken=${token}`,
  `/pricing?token=${token}`,
  `/pricing?t%256Fken=${token}`,
  `/circles?${token}`,
  "/feedback",
  `/feedback?token=${token}`,
  `/feedback/?token=${token}`,
  `/feedback%3Ftoken=${token}`,
  `/feedback/${token}`,
  `/feedback?circle=${circleId}`,
  `/feedback/?circle=${circleId}`,
  "/feedback?circle=nowhere",
  `/feedback?circle=${circleId}&token=${token}`,
  "/thank-you",
  "/thank-you/",
  "/unsubscribe",
  `/unsubscribe?token=${token}`,
  `/unsubscribe/?token=${token}`,
  `/unsubscribe/${token}`,
  "/api/feedback",
  "/api/feedback/nothing",
  "/api/invite/decline",
  "/api/invite/reopen",
  `/api/invite/${token}`,
  `/api/share-link/${circleId}`,
  `/api/share-link/${circleId}/join`,
  `/api/share-link/${circleId}/private-link`,
  "/api/share-link/nowhere",
];

/** Requests that contain the token in a form or a header, besides the plain addresses. */
const tokenRequests = () => [
  ...["submit", "decline", "reopen", "nothing"].map((action) => ({
    method: "POST",
    path: "/feedback",
    init: { body: new URLSearchParams({ token, action, "answer-1": "I see you." }) },
  })),
  ...["join", "ask"].map((action) => ({
    method: "POST",
    path: `/feedback?circle=${circleId}`,
    init: { body: new URLSearchParams({ action, email: "ana@paraline.example", first_name: "" }) },
  })),
  ...["/api/invite/decline", "/api/invite/reopen", "/api/feedback"].map((path) => ({
    method: "POST",
    path,
    init: { body: "{}", headers: { "X-Invite-Token": token, "Content-Type": "application/json" } },
  })),
  { method: "GET", path: "/api/feedback", init: { headers: { "X-Invite-Token": token } } },
  {
    method: "POST",
    path: "/unsubscribe",
    init: { body: new URLSearchParams({ token: "none", "List-Unsubscribe": "One-Click" }) },
  },
  { method: "POST", path: "/feedback", init: { body: "x".repeat(2_000_000) } },
];

/** The requests whose responses might be cached, or might reveal the referring page to another site. */
async function findTelling(ask: (path: string, init: RequestInit) => Promise<Response>) {
  const bare = methods.flatMap((method) =>
    addresses().map((path) => ({ method, path, init: {} as RequestInit })),
  );
  const telling: string[] = [];
  for (const { method, path, init } of [...bare, ...tokenRequests()]) {
    const response = await ask(`http://localhost${path}`, { method, ...init });
    await response.body?.cancel();
    const { headers, status } = response;
    const said = [headers.get("cache-control"), headers.get("referrer-policy")].join();
    if (said !== "no-store,no-referrer") telling.push(`${method} ${path} ${status}: ${said}`);
  }
  return telling;
}

const set = async (status: "pending" | "completed" | "declined", openLink: "open" | "revoked") => {
  const of = app.db.updateTable("invites").set({ status });
  await of.where("invite_token", "=", token).execute();
  const closed = { status: "active", closed_at: null } as const;
  const circle = app.db.updateTable("circles").set({ ...closed, open_link: openLink });
  await circle.where("id", "=", circleId).execute();
};

it.each<[string, () => Promise<unknown>]>([
  ["is open", () => set("pending", "revoked")],
  ["is declined", () => set("declined", "open")],
  ["is used", () => set("completed", "open")],
  ["has closed", () => app.as(owner, "POST", `/api/circles/${circleId}/close`)],
])(
  "while the link %s no response on the invitee's path may be cached or reveals where it came from",
  async (_state, bring) => {
    await bring();
    expect(await findTelling(app.request)).toEqual([]);
  },
);

it("while the connection to the database is lost, no response on the invitee's path may be cached or reveals where it came from", async () => {
  vi.spyOn(app.deps.db, "executeQuery").mockRejectedValue(
    Object.assign(new Error("connection lost"), { code: "08006" }),
  );
  expect(await findTelling(app.request)).toEqual([]);
  vi.restoreAllMocks();
});

it("once somebody asks too often, no response on the invitee's path may be cached or reveals where it came from", async () => {
  await set("pending", "revoked");
  const config = { ...app.deps.config, rateLimits: true };
  const limited = await createApp({ ...app.deps, config }, await loadWebBuild("dist"));
  for (const asked of [token, "y".repeat(32)]) {
    const read = () => limited.request("/api/feedback", { headers: { "X-Invite-Token": asked } });
    await Promise.all(Array.from({ length: 121 }, read));
  }
  expect((await limited.request(`/invite?token=${token}`)).status).toBe(429);
  expect(await findTelling(async (path, init) => limited.request(path, init))).toEqual([]);
});

it("while the product is starting, no response on the invitee's path may be cached or reveals where it came from", async () => {
  const starting = createStartingApp(app.deps.config);
  expect(await findTelling(async (path, init) => starting.request(path, init))).toEqual([]);
});
