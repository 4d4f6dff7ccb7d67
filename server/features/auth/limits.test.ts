import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useTestAuth } from "#server/testing/auth.ts";
import { useTestDatabase } from "#server/testing/db.ts";

const auth = useTestAuth(useTestDatabase(), { limits: true });

// The library that counts reads the machine's clock.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

let addresses = 0;
const freshAddress = () => {
  addresses += 1;
  return `10.1.${Math.floor(addresses / 250)}.${addresses % 250}`;
};
const from = (address: string) => ({ "X-Forwarded-For": address });
const later = (seconds: number) => {
  vi.setSystemTime(Date.now() + seconds * 1000);
  auth.clock.set(new Date());
};

const post = (path: string, body: unknown, address = freshAddress(), token?: string) =>
  auth.send("POST", path, body, token, from(address));
const signIn = (email: string, password: string, address = freshAddress()) =>
  post("/token?grant_type=password", { email, password }, address);

const account = async () => {
  const email = `person-${crypto.randomUUID()}@paraline.example`;
  const { body } = await post("/signup", { email, password: "correct horse" });
  return { email, password: "correct horse", ...body };
};

const tooMany = { code: "over_request_rate_limit", message: "Request rate limit reached" };

it.each([
  ["/signup", { email: "no address" }],
  ["/recover", { email: "no address" }],
  ["/resend", { type: "signup", email: "no address" }],
  ["/verify", { type: "nonsense" }],
  ["/token?grant_type=pkce", { auth_code: "x", code_verifier: "y" }],
])("takes 30 calls of %s in five minutes from one address", async (path, body) => {
  const address = freshAddress();
  for (let times = 0; times < 30; times += 1) {
    expect((await post(path, body, address)).status).toBeLessThan(429);
  }
  const over = await post(path, body, address);
  expect([over.status, over.body]).toEqual([429, tooMany]);
  expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await post(path, body)).status).toBeLessThan(429);
  later(301);
  expect((await post(path, body, address)).status).toBeLessThan(429);
});

it("counts a household's whole IPv6 network as one address", async () => {
  for (let times = 0; times < 30; times += 1) {
    await post("/recover", {}, `2001:db8:1:2::${times.toString(16)}`);
  }
  expect((await post("/recover", {}, "2001:db8:1:2:ffff::1")).status).toBe(429);
  expect((await post("/recover", {}, "2001:db8:1:3::1")).status).toBe(400);
});

it("believes no address that the caller wrote in front of the proxy's", async () => {
  const address = freshAddress();
  for (let times = 0; times < 30; times += 1) {
    await post("/recover", {}, `192.0.2.${times}, ${address}`);
  }
  expect((await post("/recover", {}, `192.0.2.99, ${address}`)).status).toBe(429);
});

it("leads the button of a link's page over the limit to a page, not to JSON", async () => {
  const address = freshAddress();
  const body = new URLSearchParams({ token: "x", type: "signup" });
  const follow = () =>
    auth.ask("/auth/v1/verify", { method: "POST", headers: from(address), body });
  for (let times = 0; times < 30; times += 1) await follow();
  const over = await follow();
  expect(over.status).toBe(303);
  expect(over.headers.get("location")).toContain("error_code=over_request_rate_limit");
});

it("slows guessing at one account down, from however many addresses", async () => {
  const { email, password } = await account();
  for (let times = 0; times < 10; times += 1) {
    expect((await signIn(email, "wrong one")).status).toBe(400);
  }
  // One try remains every thirty seconds.
  expect((await signIn(email, "wrong one")).status).toBe(400);
  expect((await signIn(email, password)).body).toEqual(tooMany);
  later(31);
  expect((await signIn(email, password)).status).toBe(200);
  expect((await signIn(email, "wrong one")).status).toBe(400);
  expect((await signIn(email, password)).status).toBe(200);
});

it("slows it down for an address nobody has in the same way", async () => {
  const email = `nobody-${crypto.randomUUID()}@paraline.example`;
  const answers = [];
  for (let times = 0; times < 12; times += 1) answers.push(await signIn(email, "wrong one"));
  expect(answers.map(({ status }) => status)).toEqual([...Array(11).fill(400), 429]);
});

it("lets no burst of guesses at once past the count", async () => {
  const { email } = await account();
  const answers = await Promise.all(Array.from({ length: 30 }, () => signIn(email, "wrong one")));
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(11);
});

it("takes 30 sign-ins in five minutes from one address, right or wrong", async () => {
  const address = freshAddress();
  const { email, password } = await account();
  for (let times = 0; times < 30; times += 1) {
    expect((await signIn(email, password, address)).status).toBe(200);
  }
  expect((await signIn(email, password, address)).body).toEqual(tooMany);
});

it("writes to one address once a minute and five times an hour, and says nothing of it", async () => {
  const { email } = await account();
  await auth.readMails();
  let mails = 0;
  for (let minute = 0; minute < 8; minute += 1) {
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await post("/recover", { email });
      expect([status, body]).toEqual([200, {}]);
    }
    mails += (await auth.readMails()).length;
    expect(mails).toBe(Math.min(minute + 1, 5));
    later(61);
  }
});

it("turns a genuine refresh over the limit away with 503, never 429", async () => {
  const { refresh_token } = await account();
  let token = refresh_token;
  for (let times = 0; times < 60; times += 1) {
    const { status, body } = await post("/token?grant_type=refresh_token", {
      refresh_token: token,
    });
    expect(status).toBe(200);
    token = body.refresh_token;
  }
  const over = await post("/token?grant_type=refresh_token", { refresh_token: token });
  expect(over.status).toBe(503);
  expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(0);
  later(301);
  expect((await post("/token?grant_type=refresh_token", { refresh_token: token })).status).toBe(
    200,
  );
});

it("counts refresh tokens that are none by address, and lets genuine ones past", async () => {
  const address = freshAddress();
  const { refresh_token } = await account();
  const path = "/token?grant_type=refresh_token";
  for (let times = 0; times < 60; times += 1) {
    expect((await post(path, { refresh_token: "nonsense" }, address)).status).toBe(400);
  }
  expect((await post(path, { refresh_token: "nonsense" }, address)).body).toEqual(tooMany);
  expect((await post(path, { refresh_token }, address)).status).toBe(200);
});

it("checks ten new passwords of one account in a quarter of an hour", async () => {
  const { access_token } = await account();
  const change = () =>
    auth.send("PUT", "/user", { password: "correct horse" }, access_token, from(freshAddress()));
  for (let times = 0; times < 10; times += 1) expect((await change()).status).toBe(422);
  expect((await change()).body).toEqual(tooMany);
});

it("takes 15 challenges and codes a minute from one person", async () => {
  const { access_token } = await account();
  const path = `/factors/${crypto.randomUUID()}/challenge`;
  for (let times = 0; times < 15; times += 1) {
    expect((await post(path, {}, freshAddress(), access_token)).status).toBe(404);
  }
  expect((await post(path, {}, freshAddress(), access_token)).body).toEqual(tooMany);
});

it("writes about a change of address five times an hour", async () => {
  const { access_token } = await account();
  const change = () =>
    auth.send(
      "PUT",
      "/user",
      { email: `new-${crypto.randomUUID()}@paraline.example` },
      access_token,
      from(freshAddress()),
    );
  for (let times = 0; times < 5; times += 1) expect((await change()).status).toBe(200);
  expect((await change()).body.code).toBe("over_email_send_rate_limit");
});
