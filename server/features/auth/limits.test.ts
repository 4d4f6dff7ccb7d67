import { describe, expect, it } from "vitest";
import { daySeconds, hourSeconds } from "#contract/values/durations.ts";
import { useTestAuth } from "#server/testing/auth/auth.ts";
import { generateCode } from "#server/testing/auth/authenticator-app.ts";
import { recordStatements } from "#server/testing/database/statements.ts";
import { useMachineClock } from "#server/testing/machine-clock.ts";
import { repeat } from "#server/testing/repeat.ts";
import { emailKey, requireChangeAllowed } from "./limits.ts";

const auth = useTestAuth({ limits: true });

const later = useMachineClock(auth.clock);

let addresses = 0;
/** Makes addresses, each in its own network. */
const freshAddress = () => {
  addresses += 1;
  return `10.${Math.floor(addresses / 250)}.${addresses % 250}.7`;
};
const from = (address: string) => ({ "X-Forwarded-For": address });

const post = (path: string, body: unknown, address = freshAddress(), token?: string) =>
  auth.send("POST", path, body, token, from(address));
const signIn = (email: string, password: string, address = freshAddress()) =>
  post("/token?grant_type=password", { email, password }, address);

const account = async (address = freshAddress()) => {
  const email = `person-${crypto.randomUUID()}@paraline.example`;
  const { body } = await post("/signup", { email, password: "correct horse" }, address);
  return { email, password: "correct horse", ...body };
};

const tooMany = { code: "over_request_rate_limit", message: "Request rate limit reached" };

it("signs out elsewhere, and adds and removes apps, 60 times in ten minutes for each session", async () => {
  const owner = await account();
  const logOut = (scope: string, token = owner.access_token) =>
    post(`/logout?scope=${scope}`, undefined, freshAddress(), token);
  const session = await auth.deps.sessions.authenticate(`Bearer ${owner.access_token}`);
  await repeat(59, () => requireChangeAllowed(auth.deps.limiter, session));
  expect((await logOut("others")).status).toBe(204);
  const over = await logOut("others");
  expect([over.status, over.body.code]).toEqual([429, "over_request_rate_limit"]);
  const addApp = () =>
    post("/factors", { factor_type: "totp" }, freshAddress(), owner.access_token);
  expect((await addApp()).status).toBe(429);
  const gone = `/factors/${crypto.randomUUID()}`;
  expect((await auth.send("DELETE", gone, undefined, owner.access_token)).status).toBe(429);

  const client = auth.createClient();
  const { access_token, refresh_token } = owner;
  await client.setSession({ access_token, refresh_token });
  for (const scope of ["others", "global"] as const) {
    expect((await client.signOut({ scope })).error?.status).toBe(429);
  }
  expect((await client.getUser()).data.user?.email).toBe(owner.email);
  const elsewhere = await signIn(owner.email, owner.password);
  expect((await logOut("local", elsewhere.body.access_token)).status).toBe(204);
  later(601);
  expect((await logOut("others")).status).toBe(204);
  expect((await client.signOut({ scope: "local" })).error).toBeNull();
  expect((await auth.send("GET", "/user", undefined, access_token)).status).toBe(403);
});

it.each([
  ["/signup", { email: "no address" }],
  ["/recover", { email: "no address" }],
  ["/otp", { email: "no address" }],
  ["/resend", { type: "signup", email: "no address" }],
  ["/verify", { type: "nonsense" }],
  ["/token?grant_type=pkce", { auth_code: "x", code_verifier: "y" }],
])("accepts 30 calls of %s in five minutes from one address", async (path, body) => {
  const address = freshAddress();
  await repeat(30, async () => expect((await post(path, body, address)).status).toBeLessThan(429));
  const over = await post(path, body, address);
  expect([over.status, over.body]).toEqual([429, tooMany]);
  expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await post(path, body)).status).toBeLessThan(429);
  later(301);
  expect((await post(path, body, address)).status).toBeLessThan(429);
});

it("counts a household's whole IPv6 network as one address", async () => {
  await repeat(30, (times) => post("/recover", {}, `2001:db8:1:2::${times.toString(16)}`));
  expect((await post("/recover", {}, "2001:db8:1:2:ffff::1")).status).toBe(429);
  expect((await post("/recover", {}, "2001:db8:1:3::1")).status).toBe(400);
});

it("believes no address that the caller wrote in front of the proxy's", async () => {
  const address = freshAddress();
  await repeat(30, (times) => post("/recover", {}, `192.0.2.${times}, ${address}`));
  expect((await post("/recover", {}, `192.0.2.99, ${address}`)).status).toBe(429);
});

it("accepts ten emailed codes a day for one address, known or not, and any number of links", async () => {
  const { email } = await account();
  for (const address of [email, `nobody-${crypto.randomUUID()}@paraline.example`]) {
    const type = () => post("/verify", { type: "recovery", email: address, token: "000000" });
    for (let times = 0; times < 10; times += 1) expect((await type()).status).toBe(403);
    const over = await type();
    expect([over.status, over.body]).toEqual([
      429,
      {
        code: "over_request_rate_limit",
        message:
          "Too many codes were typed for this address. The link in the email still works. Please try again in 24 hours.",
      },
    ]);
    expect(Number(over.headers.get("retry-after"))).toBe(daySeconds);
    expect((await post("/verify", { type: "recovery", token_hash: "nonsense" })).status).toBe(403);
  }
  later(daySeconds + 1);
  expect((await post("/verify", { type: "recovery", email, token: "000000" })).status).toBe(403);
});

it("leaves an owner at home ten codes a day and five sign-in links an hour, whatever strangers typed and asked for", async () => {
  const home = freshAddress();
  const { email, user } = await account(home);
  await auth.prove(String(user.id));
  await auth.readEmails();
  const askFor = async (address?: string) => {
    await post("/otp", { email }, address);
    const [mail, ...more] = await auth.readEmails();
    expect(more).toEqual([]);
    return mail?.code;
  };
  for (let times = 0; times < 5; times += 1) {
    expect(await askFor()).toMatch(/^\d{6}$/);
    later(61);
  }
  expect(await askFor()).toBeUndefined();
  const token = await askFor(home);
  const type = (typed: string | undefined, address?: string) =>
    post("/verify", { type: "email", email, token: typed }, address);
  const wrong = token === "000000" ? "000001" : "000000";
  for (let times = 0; times < 5; times += 1) expect((await type(wrong)).status).toBe(403);
  expect((await type(token)).body.code).toBe("otp_expired");
  const key = emailKey(auth.deps.secrets, email);
  await repeat(5, () => auth.deps.limiter.consume("auth_ten_a_day", `typed code ${key}`));
  const over = await type(token);
  expect([over.status, over.body.message]).toEqual([
    429,
    "Too many codes were typed for this address. A link in the email still works in the browser that asked for it. Please try again in 24 hours.",
  ]);
  expect((await type(token, home)).status).toBe(200);
});

it("remembers no network of an account whose address is not proven, which may be a stranger's", async () => {
  const home = freshAddress();
  const { email } = await account(home);
  await auth.readEmails();
  let emails = 0;
  for (let times = 0; times < 6; times += 1) {
    await post("/otp", { email }, times % 2 === 0 ? home : freshAddress());
    emails += (await auth.readEmails()).length;
    later(61);
  }
  expect(emails).toBe(5);
});

it("counts no sign-in link that could not be emailed against one that can", async () => {
  const email = `person-${crypto.randomUUID()}@paraline.example`;
  for (let times = 0; times < 6; times += 1) {
    await post("/otp", { email, create_user: false });
    later(61);
  }
  expect(await auth.readEmails()).toEqual([]);
  await post("/otp", { email });
  expect(await auth.readEmails()).toHaveLength(1);
});

const typeCode = (email: string, token: string | undefined, address?: string) =>
  post("/verify", { type: "recovery", email, token }, address);
const mailCode = async (email: string) => {
  await post("/recover", { email });
  const emails = await auth.readEmails();
  const code = emails.find(({ subject }) => subject === "Reset your password")?.code;
  return { code, wrong: code === "000000" ? "111111" : "000000" };
};

it("goes on counting strangers' emailed codes after a right one, which alone is not counted", async () => {
  const { email } = await account();
  for (const wrongOnes of [4, 4, 1]) {
    later(hourSeconds);
    const { code, wrong } = await mailCode(email);
    await repeat(wrongOnes, async () => expect((await typeCode(email, wrong)).status).toBe(403));
    expect((await typeCode(email, code)).status).toBe(200);
  }
  expect((await typeCode(email, "000000")).status).toBe(403);
  expect((await typeCode(email, "000000")).status).toBe(429);
  later(daySeconds);
  expect((await typeCode(email, "000000")).status).toBe(403);
});

it("forgets the wrong emailed codes of a network that the owner has used at a right one there", async () => {
  const home = freshAddress();
  const { email, user } = await account(home);
  await auth.prove(String(user.id));
  for (let round = 0; round < 4; round += 1) {
    later(hourSeconds);
    const { code, wrong } = await mailCode(email);
    await repeat(4, async () => expect((await typeCode(email, wrong, home)).status).toBe(403));
    expect((await typeCode(email, code, home)).status).toBe(200);
  }
});

describe("the emailed codes of all networks that an owner has used", () => {
  const ownerWithNetworks = async (count: number) => {
    const networks = Array.from({ length: count }, freshAddress);
    const { email, password, user } = await account();
    for (const network of networks) await signIn(email, password, network);
    await auth.prove(String(user.id));
    await auth.readEmails();
    return { email, networks };
  };

  it("are 30 a day together, and strangers' ten more", async () => {
    const { email, networks } = await ownerWithNetworks(4);
    const [, , , fourth] = networks;
    for (const network of networks.slice(0, 3)) {
      for (let times = 0; times < 10; times += 1) {
        expect((await typeCode(email, "000000", network)).status).toBe(403);
      }
    }
    const over = await typeCode(email, "000000", fourth);
    expect([over.status, over.body.code]).toEqual([429, "over_request_rate_limit"]);
    expect(Number(over.headers.get("retry-after"))).toBe(daySeconds);
    await repeat(10, async () => expect((await typeCode(email, "000000")).status).toBe(403));
    expect((await typeCode(email, "000000")).status).toBe(429);
    later(daySeconds + 1);
    expect((await typeCode(email, "000000", fourth)).status).toBe(403);
  });

  it("are not used up by somebody on one of those networks", async () => {
    const { email, networks } = await ownerWithNetworks(2);
    const [shared, home] = networks;
    for (let times = 0; times < 40; times += 1) {
      expect((await typeCode(email, "000000", shared)).status).toBe(times < 10 ? 403 : 429);
      later(1);
    }
    expect((await typeCode(email, "000000", home)).status).toBe(403);
  });

  it("still count after a right one: only the right one is taken back", async () => {
    const { email, networks } = await ownerWithNetworks(1);
    const [home] = networks;
    for (let round = 0; round < 7; round += 1) {
      later(hourSeconds);
      const { code, wrong } = await mailCode(email);
      await repeat(4, async () => expect((await typeCode(email, wrong, home)).status).toBe(403));
      expect((await typeCode(email, code, home)).status).toBe(200);
    }
    await repeat(2, async () => expect((await typeCode(email, "000000", home)).status).toBe(403));
    expect((await typeCode(email, "000000", home)).status).toBe(429);
  });
});

it("answers the button of a link's page over the limit with a page, not with JSON", async () => {
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
  await repeat(10, async () => expect((await signIn(email, "wrong one")).status).toBe(400));
  // One attempt remains every thirty seconds.
  expect((await signIn(email, "wrong one")).status).toBe(400);
  expect((await signIn(email, password)).body).toEqual(tooMany);
  later(31);
  expect((await signIn(email, password)).status).toBe(200);
  expect((await signIn(email, "wrong one")).status).toBe(400);
  expect((await signIn(email, password)).status).toBe(200);
});

it("slows it down in the same way for an address without an account", async () => {
  const email = `nobody-${crypto.randomUUID()}@paraline.example`;
  const answers = [];
  for (let times = 0; times < 12; times += 1) answers.push(await signIn(email, "wrong one"));
  expect(answers.map(({ status }) => status)).toEqual([...Array(11).fill(400), 429]);
});

/** Uses up a stranger's attempts, from a new network each time. */
const guessAsStranger = async (email: string) => {
  for (let times = 0; times < 11; times += 1) await signIn(email, "wrong one");
  expect((await signIn(email, "wrong one")).body).toEqual(tooMany);
};

it.each([
  ["203.0.113.9", "203.0.113.200", "203.0.114.9"],
  ["2001:db8:7::1", "2001:db8:7:ffff::2", "2001:db8:8::1"],
  ["198.51.100.9:4711", "[::ffff:198.51.100.200]:4712", "198.51.101.9:4711"],
  ["198.51.100.9", "::ffff:c633:64c8", "::ffff:c633:65c8"],
  ["64:ff9b::198.51.100.9", "198.51.100.200", "64:ff9b::198.51.101.9"],
])(
  "lets an owner in from a network they signed in from before (%s), whatever strangers try",
  async (before, inside, outside) => {
    const { email, password } = await account(before);
    await guessAsStranger(email);
    expect((await signIn(email, password, inside)).status).toBe(200);
    expect((await signIn(email, password, outside)).body).toEqual(tooMany);
    later(31);
    expect((await signIn(email, password, outside)).status).toBe(200);
    await guessAsStranger(email);
    expect((await signIn(email, password, outside)).status).toBe(200);
  },
);

it("counts the failures of such a network by themselves", async () => {
  const [one, other] = [freshAddress(), freshAddress()];
  const { email, password } = await account(one);
  await signIn(email, password, other);
  await repeat(11, async () => expect((await signIn(email, "wrong one", one)).status).toBe(400));
  expect((await signIn(email, password, one)).body).toEqual(tooMany);
  expect((await signIn(email, password, other)).status).toBe(200);
  expect((await signIn(email, password)).status).toBe(200);
});

it("remembers a network only for its account, and for 90 days after the last sign-in", async () => {
  const address = freshAddress();
  const kept = await account(address);
  const stranger = await account();
  await guessAsStranger(stranger.email);
  expect((await signIn(stranger.email, stranger.password, address)).body).toEqual(tooMany);

  later(60 * daySeconds);
  expect((await signIn(kept.email, kept.password, address)).status).toBe(200);
  later(60 * daySeconds);
  await guessAsStranger(kept.email);
  expect((await signIn(kept.email, kept.password, address)).status).toBe(200);
  later(90 * daySeconds);
  await guessAsStranger(kept.email);
  expect((await signIn(kept.email, kept.password, address)).body).toEqual(tooMany);
  later(1);
  await auth.clearExpired();
  const rows = await auth.db.selectFrom("auth.known_networks").selectAll().execute();
  expect(rows).toEqual([]);
});

describe("a failed sign-in", () => {
  const failuresNoted = async () =>
    auth.db
      .selectFrom("auth.audit_log")
      .where("action", "=", "login_failed")
      .selectAll()
      .orderBy("id")
      .execute();
  const listFailures = async (userId: unknown) =>
    (await failuresNoted()).filter((entry) => entry.user_id === userId);

  it("is in the audit log of its account, with its origin and without the password", async () => {
    const { email, password, user } = await account();
    await signIn(email, "Wrong-Secret-1", "203.0.113.9");
    await auth.db
      .updateTable("auth.users")
      .set({ banned_until: new Date(Date.now() + 60_000) })
      .where("email", "=", email)
      .execute();
    await signIn(email, password, "203.0.113.9");
    const noted = await listFailures(user.id);
    expect(noted).toMatchObject([
      { ip: "203.0.113.9", session_id: null, details: { reason: "invalid_credentials" } },
      { ip: "203.0.113.9", session_id: null, details: { reason: "user_banned" } },
    ]);
    expect(JSON.stringify(noted)).not.toContain("Secret");
  });

  it("stores nothing about an address without an account, after the same work", async () => {
    const { email } = await account();
    const before = await failuresNoted();
    const statements = async (address: string) => {
      const asked = await recordStatements(auth.db, () => signIn(address, "wrong one"));
      return asked.map((statement) => statement.replace(/^(release|rollback to) /, "end of "));
    };
    const unknown = await statements(`nobody-${crypto.randomUUID()}@paraline.example`);
    expect(await failuresNoted()).toEqual(before);
    expect(unknown).toEqual(await statements(email));
    expect(unknown.filter((statement) => statement.includes("audit_log"))).toHaveLength(1);
    expect(await failuresNoted()).toHaveLength(before.length + 1);
  });

  it("is noted a hundred times a day for one account", async () => {
    const { email, user } = await account();
    const key = emailKey(auth.deps.secrets, email);
    await repeat(99, () => auth.deps.limiter.consume("auth_failures_noted", key));
    for (let times = 0; times < 3; times += 1) await signIn(email, "wrong one");
    expect(await listFailures(user.id)).toHaveLength(1);
    later(daySeconds);
    await signIn(email, "wrong one");
    expect(await listFailures(user.id)).toHaveLength(2);
  });
});

it("counts every guess of a burst", async () => {
  const { email } = await account();
  const answers = await Promise.all(Array.from({ length: 30 }, () => signIn(email, "wrong one")));
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(11);
});

it("accepts 30 sign-ins in five minutes from one address, right or wrong", async () => {
  const address = freshAddress();
  const { email, password } = await account();
  await repeat(30, async () => expect((await signIn(email, password, address)).status).toBe(200));
  expect((await signIn(email, password, address)).body).toEqual(tooMany);
});

it.each(["/recover", "/otp"])(
  "sends to one address once a minute and five times an hour, and does not reveal it: %s",
  async (path) => {
    const { email } = await account();
    await auth.readEmails();
    let emails = 0;
    for (let minute = 0; minute < 8; minute += 1) {
      for (let times = 0; times < 2; times += 1) {
        const { status, body } = await post(path, { email });
        expect([status, body]).toEqual([200, {}]);
      }
      emails += (await auth.readEmails()).length;
      expect(emails).toBe(Math.min(minute + 1, 5));
      later(61);
    }
  },
);

it("treats one mailbox as one account, however its domain is written, and counts it once", async () => {
  const mailbox = `person-${crypto.randomUUID()}`;
  const spellings = [
    "limits.example",
    "limits.example.",
    "ｌimits.example",
    "lim\u034fits.example",
    "limitſ.example",
  ];
  const statuses = [];
  let emails = 0;
  for (const domain of spellings) {
    const email = `${mailbox}@${domain}`;
    statuses.push((await post("/signup", { email, password: "correct horse" })).status);
    await post("/recover", { email });
    emails += (await auth.readEmails()).length;
  }
  expect(statuses).toEqual([200, 422, 422, 422, 422]);
  expect(emails).toBe(1);
});

it("withholds no recovery email from an owner: what strangers ask for in another spelling reaches the owner, and works", async () => {
  const owner = await auth.signUp({ email: `vera-${crypto.randomUUID()}@xn--bcher-kva.example` });
  const [mailbox] = owner.email.split("@");
  await auth.readEmails();
  let code = "";
  for (const domain of [
    "b\u00fccher.example",
    "\uff42\u00fccher.example",
    "XN--BCHER-KVA.example",
  ]) {
    later(61);
    await post("/recover", { email: `${mailbox}@${domain}` });
    const mail = await auth.readEmail();
    expect(mail.to).toBe(owner.email);
    code = mail.code;
  }
  const typed = { type: "recovery", email: owner.email, token: code };
  expect((await post("/verify", typed)).status).toBe(200);
  expect((await auth.readEmail()).subject).toBe("Everyone else was signed out of your account");
});

it.each(["signup", "email_change"])(
  "counts %s emails requested by the account's session separately from those requested by strangers, and reveals it to no stranger",
  async (type) => {
    const { email, access_token } = await account();
    if (type === "email_change") {
      const target = `target-${crypto.randomUUID()}@paraline.example`;
      await auth.send("PUT", "/user", { email: target }, access_token, from(freshAddress()));
    }
    await auth.readEmails();
    const stranger = await account();
    const ask = async (token?: string) => {
      const { status, text, headers } = await post(
        "/resend",
        { type, email },
        freshAddress(),
        token,
      );
      const answer = [status, text, [...headers]];
      return { answer, emails: (await auth.readEmails()).length };
    };
    const { answer: unknown } = await ask(stranger.access_token);
    for (const [token, sent] of [
      [undefined, 4],
      // The account has already asked for one of the emails of the change itself.
      [access_token, type === "signup" ? 5 : 4],
    ] as const) {
      let emails = 0;
      for (let times = 0; times < 7; times += 1) {
        later(61);
        const asked = await ask(token);
        expect(asked.answer).toEqual(unknown);
        emails += asked.emails;
        expect(await ask(token)).toEqual({ answer: unknown, emails: 0 });
      }
      expect(emails).toBe(sent);
    }
  },
);

it("refuses a genuine refresh over the limit with 503, never 429", async () => {
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

it("counts invalid refresh tokens by address, and lets genuine ones past", async () => {
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
  const over = await change();
  expect([over.status, over.body]).toEqual([
    429,
    {
      code: "over_request_rate_limit",
      message: "Too many password attempts. Please try again in 15 minutes.",
    },
  ]);
  expect(Number(over.headers.get("retry-after"))).toBe(900);
});

it("counts current passwords together, whatever they are typed for", async () => {
  const { access_token, password } = await account();
  const send = (method: string, path: string, body: Record<string, unknown>) =>
    auth.send(method, path, body, access_token, from(freshAddress()));
  const show = (body: Record<string, unknown>) => send("PUT", "/user", body);
  const enrol = (currentPassword: string) =>
    send("POST", "/factors", { factor_type: "totp", current_password: currentPassword });
  const change = { password: "another one", current_password: "not this" };
  const remove = () => send("DELETE", `/factors/${crypto.randomUUID()}`, change);
  const ways = [() => show({ current_password: "not this" }), () => show(change), remove];
  for (let times = 0; times < 3; times += 1) {
    for (const way of ways) expect((await way()).body.code).toBe("current_password_invalid");
  }
  expect((await enrol("not this")).body.code).toBe("current_password_invalid");
  for (const over of [await show({ current_password: password }), await enrol(password)]) {
    expect([over.status, over.body.code]).toEqual([429, "over_request_rate_limit"]);
  }
});

it("counts wrong passwords of somebody signed in for their session, so that its owner can still set a new one", async () => {
  const { email, password } = await account();
  const { body: thief } = await signIn(email, password);
  const update = (body: Record<string, unknown>, token: string) =>
    auth.send("PUT", "/user", body, token, from(freshAddress()));
  await repeat(11, () => update({ current_password: "not this" }, thief.access_token));
  expect((await update({ current_password: password }, thief.access_token)).status).toBe(429);

  const { body: owner } = await signIn(email, password);
  expect((await update({ password: "only mine" }, owner.access_token)).status).toBe(200);
  expect((await auth.send("GET", "/user", undefined, thief.access_token)).status).toBe(403);
});

it("the limit does not count refresh tokens from before a second step for the session, which goes on", async () => {
  const { access_token, refresh_token: weak } = await account();
  const wanted = { factor_type: "totp", friendly_name: "mine" };
  const { body: factor } = await post("/factors", wanted, freshAddress(), access_token);
  const path = `/factors/${factor.id}`;
  const { body: challenge } = await post(`${path}/challenge`, {}, freshAddress(), access_token);
  const { secret } = factor.totp as { secret: string };
  const proof = { challenge_id: challenge.id, code: generateCode(auth.clock, secret) };
  const { body: strong } = await post(`${path}/verify`, proof, freshAddress(), access_token);
  const refresh = (refreshToken: string) =>
    post("/token?grant_type=refresh_token", { refresh_token: refreshToken });
  for (let times = 0; times < 61; times += 1) {
    expect((await refresh(weak)).body.code).toBe("refresh_token_already_used");
  }
  expect((await refresh(strong.refresh_token)).status).toBe(200);
});

it("accepts 15 challenges and codes a minute from one person", async () => {
  const { access_token } = await account();
  const path = `/factors/${crypto.randomUUID()}/challenge`;
  for (let times = 0; times < 15; times += 1) {
    expect((await post(path, {}, freshAddress(), access_token)).status).toBe(404);
  }
  expect((await post(path, {}, freshAddress(), access_token)).body).toEqual({
    code: "over_request_rate_limit",
    message: "Too many codes were typed. Please try again in a minute.",
  });
});

describe("emails to the address that an account is to change to", () => {
  const change = (accessToken: string, email = `new-${crypto.randomUUID()}@paraline.example`) =>
    auth.send("PUT", "/user", { email }, accessToken, from(freshAddress()));
  const refusedEmail = async (answer: ReturnType<typeof change>) => {
    const { status, body, headers } = await answer;
    expect([status, body.code]).toEqual([429, "over_email_send_rate_limit"]);
    return Number(headers.get("retry-after"));
  };

  it("go out five times an hour and ten times a day for one account", async () => {
    const { email, password } = await account();
    const ask = async () => change((await signIn(email, password)).body.access_token);
    for (let times = 0; times < 5; times += 1) expect((await ask()).status).toBe(200);
    expect(await refusedEmail(ask())).toBe(hourSeconds);
    later(hourSeconds);
    for (let times = 0; times < 5; times += 1) expect((await ask()).status).toBe(200);
    later(hourSeconds);
    expect(await refusedEmail(ask())).toBe(22 * hourSeconds);
    later(22 * hourSeconds);
    expect((await ask()).status).toBe(200);
    await auth.readEmails();
  });

  it("cost an account nothing while others have used up what may go to the address", async () => {
    const target = `target-${crypto.randomUUID()}@paraline.example`;
    for (let times = 0; times < 5; times += 1) {
      expect((await change((await account()).access_token, target)).status).toBe(200);
    }
    const { access_token } = await account();
    for (let times = 0; times < 5; times += 1) await refusedEmail(change(access_token, target));
    await repeat(5, async () => expect((await change(access_token)).status).toBe(200));
    await refusedEmail(change(access_token));
    await auth.readEmails();
  });

  it("reach one address five times an hour and ten times a day, from however many accounts", async () => {
    const target = `target-${crypto.randomUUID()}@paraline.example`;
    let emails = 0;
    const readTarget = async () => {
      const read = await auth.readEmails();
      emails += read.filter(({ to }) => to === target).length;
      return emails;
    };
    const ask = async () => {
      later(61);
      const { access_token } = await account();
      return change(access_token, target);
    };
    for (let times = 0; times < 5; times += 1) expect((await ask()).status).toBe(200);
    expect(await refusedEmail(ask())).toBeLessThanOrEqual(hourSeconds);
    expect(await readTarget()).toBe(5);
    later(hourSeconds);
    for (let times = 0; times < 5; times += 1) expect((await ask()).status).toBe(200);
    later(hourSeconds);
    expect(await refusedEmail(ask())).toBeGreaterThan(20 * hourSeconds);
    expect(await readTarget()).toBe(10);
  });

  it("have limits of their own for requests without a session: as many emails again", async () => {
    const target = `target-${crypto.randomUUID()}@paraline.example`;
    const { email, access_token } = await account();
    await change(access_token, target);
    let emails = 0;
    for (let times = 0; times < 30; times += 1) {
      later(hourSeconds / 4);
      expect((await post("/resend", { type: "email_change", email })).status).toBe(200);
      emails += (await auth.readEmails()).filter(({ to }) => to === target).length;
    }
    // The first email is that of the change itself.
    expect(emails).toBe(1 + 10);
  });
});
