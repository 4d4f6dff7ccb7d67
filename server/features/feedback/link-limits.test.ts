import { afterEach, expect, it, vi } from "vitest";
import { inviteTokenHeader } from "#contract/endpoint.ts";
import { joinByLink } from "#contract/invites/invites.ts";
import { limits } from "#contract/limits.ts";
import { useTestApp } from "#server/testing/app.ts";
import { repeat } from "#server/testing/repeat.ts";

const app = useTestApp({ each: true, environment: { RATE_LIMITS: "on", TRUST_PROXY: "1" } });

async function seed(count: number) {
  const people = Array.from({ length: count }, (_, index) => `Person${index}`);
  return app.circles.seed(await app.createOwner(), { people });
}

const open = (inviteToken: string) => app.request(`/invite?token=${inviteToken}`);

const call = (inviteToken: string, path: string) =>
  app.request(path, { method: "POST", headers: { [inviteTokenHeader]: inviteToken } });

it("64 people in one office can open their links and answer at once", async () => {
  const { people } = await seed(64);
  const opened = await Promise.all(people.map(({ invite_token }) => open(invite_token)));
  expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200]));
  const submitted = await Promise.all(
    people.map(({ invite_token }) => app.circles.answer(invite_token)),
  );
  expect(new Set(submitted.map(({ status }) => status))).toEqual(new Set([201]));
});

it("one link may be opened often, but not without limit", async () => {
  const { people } = await seed(2);
  const [first = "", second = ""] = people.map(({ invite_token }) => invite_token);
  let refused: Response | undefined;
  for (let time = 0; time < 200 && refused === undefined; time += 1) {
    const response = await open(first);
    if (response.status !== 200) refused = response;
  }
  expect(refused?.status).toBe(429);
  expect((await app.circles.answer(first)).headers.get("retry-after")).toMatch(/^\d+$/);
  expect((await open(second)).status).toBe(200);
});

it("trying unknown links is stopped for the network address, and does not stop known links", async () => {
  const { people } = await seed(1);
  const statuses = new Set<number>();
  await repeat(80, async (time) => statuses.add((await open(`${time}`.padStart(32, "x"))).status));
  expect(statuses).toEqual(new Set([404, 429]));
  expect((await open(people[0]?.invite_token ?? "")).status).toBe(200);
});

/** By how much the clock is ahead, so that the attempts of one test no longer count in the next. */
let minutes = 0;
afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ["submitting", app.circles.answer],
  ["declining", (token: string) => call(token, "/api/invite/decline")],
  ["reopening", (token: string) => call(token, "/api/invite/reopen")],
] as const)(
  "trying unknown links by %s meets one limit, and does not stop known links",
  async (_by, tryLink) => {
    const { people } = await seed(1);
    minutes += 2;
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60_000 });
    const statuses = new Set<number>();
    for (let time = 0; time < 80; time += 1) {
      statuses.add((await tryLink(`${time}`.padStart(32, "x"))).status);
    }
    expect(statuses).toEqual(new Set([404, 429]));
    const elsewhere = await call("x".repeat(32), "/api/invite/decline");
    expect([elsewhere.status, elsewhere.headers.has("retry-after")]).toEqual([429, true]);
    expect((await tryLink(people[0]?.invite_token ?? "")).status).toBeLessThan(300);
  },
);

it.each([false, true])(
  "an open link lets 20 people an hour begin to answer from one network, and more from others (anonymous: %s)",
  async (isAnonymous) => {
    const owner = await app.createOwner();
    const id = await app.circles.create(owner, { is_anonymous: isAnonymous });
    await app.as(owner, "PUT", `/api/circles/${id}/open-link`, { open: true });
    const join = (address: string) =>
      app.post(`/api/share-link/${id}/join`, { first_name: "Dan" }, { "X-Forwarded-For": address });
    const home = (device: number) => `2001:db8:0:7::${device}`;
    const tokens: string[] = [];
    for (let device = 1; device <= limits.linkJoinsPerNetworkAnHour; device += 1) {
      const joined = joinByLink.output.parse(await (await join(home(device))).json());
      tokens.push(joined.invite_token);
    }
    const refused = await join(home(99));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3000);
    expect(await refused.json()).toMatchObject({ code: "link_network_exhausted" });
    const page = await app.request(`/feedback?circle=${id}`, {
      method: "POST",
      body: new URLSearchParams({ action: "join", first_name: "Dan" }),
      headers: { "X-Forwarded-For": home(99) },
    });
    expect(page.status).toBe(429);
    expect(await page.text()).toContain("20 people have begun to answer from your network");
    expect((await join("2001:db8:0:8::1")).status).toBe(201);

    // Whoever has begun is not refused, so no refusal shows that somebody has answered.
    for (const token of tokens) {
      const sent = await app.post(
        "/api/feedback",
        { submission_key: crypto.randomUUID(), answers: { 1: "What I see." } },
        { [inviteTokenHeader]: token, "X-Forwarded-For": home(1) },
      );
      expect(sent.status).toBe(201);
    }
  },
);
