import { randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hourSeconds } from "#contract/values/durations.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { createSecrets } from "#server/system/secrets.ts";
import { type TestAuthClient, useTestAuth } from "#server/testing/auth/auth.ts";
import { addApp } from "#server/testing/auth/authenticator-app.ts";
import { whileHeld } from "#server/testing/auth/hold-account.ts";
import { itOnPostgres } from "#server/testing/database/db.ts";
import { changeRows, insertRow, readRows } from "#server/testing/database/rows.ts";
import { useMachineClock } from "#server/testing/machine-clock.ts";
import {
  type OutgoingText,
  type TextTransport,
  UnrecoverableTextError,
} from "../text-messages/text-transport.ts";
import { encryptFactorSecret } from "./factor-type.ts";
import { isTextCode } from "./phone.ts";

let texts: OutgoingText[] = [];
let failure: Error | undefined;
const transport: TextTransport = {
  name: "twilio",
  send: async (text) => {
    if (failure) throw failure;
    texts.push(text);
  },
};
const auth = useTestAuth({ limits: true, texts: transport });

const later = useMachineClock(auth.clock);
beforeEach(async () => {
  // All tests call from the same network.
  const { limiter } = auth.deps;
  await limiter.clear("auth_attempts", "sign-up 203.0.113.7");
  await limiter.clear("auth_texts_by_network", "203.0.113.7");
  texts = [];
  failure = undefined;
});
afterEach(async () => {
  await auth.readEmails();
});

/** Each call makes another number, in a range that is not assigned to anyone. */
let numbers = 0;
const newNumber = () => {
  numbers += 1;
  return `+1202555${String(100 + numbers).padStart(4, "0")}`;
};

const readText = async () => {
  await auth.jobs.runDue();
  const text = texts.pop();
  if (!text) throw new Error("no text was sent");
  return { ...text, code: /^\d{6}/.exec(text.text)?.[0] ?? "" };
};

const enrol = async (client: TestAuthClient, phone: string, friendlyName?: string) => {
  const { data, error } = await client.mfa.enroll({
    factorType: "phone",
    phone,
    ...(friendlyName !== undefined && { friendlyName }),
  });
  if (error) throw error;
  return data;
};

/** Starts a challenge of a phone, and reads its text. */
const challenge = async (client: TestAuthClient, factorId: string) => {
  const { data, error } = await client.mfa.challenge({ factorId, channel: "sms" });
  if (error) throw error;
  return { challengeId: data.id, factorId, text: await readText() };
};

/** Someone with a verified phone, whose emails so far are read. */
const signUpWithPhone = async () => {
  const phone = newNumber();
  const person = await auth.signUp();
  const { id } = await enrol(person.client, phone, "Phone");
  const { text, ...asked } = await challenge(person.client, id);
  const { error } = await person.client.mfa.verify({ ...asked, code: text.code });
  if (error) throw error;
  await auth.readEmails();
  later(60);
  const signIn = () => auth.signIn(person);
  return { ...person, phone, factorId: id, signIn };
};

const verified = (factorId: string) => (tx: Tx) =>
  changeRows(tx, "auth.mfa_factors", { id: factorId }, { status: "verified" });

const limited = { status: 429, code: "over_sms_send_rate_limit" };

describe("a phone as a second step", () => {
  it("is added by the code of a text, and passed by another one", async () => {
    const { client, email } = await auth.signUp();
    const phone = newNumber();
    const added = await enrol(client, `${phone.slice(0, 5)} ${phone.slice(5)}`, "My phone");
    expect(added).toMatchObject({ type: "phone", friendly_name: "My phone", phone });
    const { text, ...asked } = await challenge(client, added.id);
    expect(text).toMatchObject({
      to: phone,
      text: expect.stringMatching(
        /^\d{6} is your Paraline code\. It works for 5 minutes\..*\n\n@localhost #\d{6}$/,
      ),
    });
    const { data, error } = await client.mfa.verify({ ...asked, code: text.code });
    expect(error).toBeNull();
    expect(decodeJwt(data?.access_token ?? "")).toMatchObject({
      aal: "aal2",
      amr: [{ method: "mfa/phone" }, { method: "password" }],
    });
    expect((await client.mfa.listFactors()).data?.phone).toMatchObject([
      { id: added.id, status: "verified", phone: `••••••${phone.slice(-2)}` },
    ]);
    expect(await auth.readEmail()).toMatchObject({
      to: email,
      subject: "A second step was added",
    });
    const next = await auth.signIn({ email });
    const again = await next.mfa.challenge({ factorId: added.id, channel: "sms" });
    expect(again.data).toMatchObject({ type: "phone" });
    const { code } = await readText();
    const passed = await next.mfa.verify({
      factorId: added.id,
      challengeId: again.data?.id ?? "",
      code,
    });
    expect(passed.error).toBeNull();
  });

  it("refuses what is not the number of a person's phone", async () => {
    const { client } = await auth.signUp();
    const refused = [
      ...["", "+351999", "912345678", "+1 900 555 0123", "+44 7400 123456 ext. 9", "+"],
      // These are a personal number, which is forwarded, and numbers of satellites and of no country.
      ...["+44 70 1123 4567", "+870 301 234 567", "+881 6 3111 2345", "+882 16 123 4567"],
      ...["+883 510 012 345", "+979 123 456 789", "+800 1234 5678"],
    ];
    for (const phone of refused) {
      const { error } = await client.mfa.enroll({ factorType: "phone", phone });
      expect(error, phone).toMatchObject({
        status: 400,
        code: "validation_failed",
        message: "Invalid phone number format (E.164 required)",
      });
    }
  });

  it("is not added twice to an account, but can be to another one", async () => {
    const { client, phone } = await signUpWithPhone();
    const again = await client.mfa.enroll({ factorType: "phone", phone, friendlyName: "Other" });
    expect(again.error).toMatchObject({ status: 422, code: "mfa_verified_factor_exists" });
    const { client: other } = await auth.signUp();
    expect((await enrol(other, phone)).phone).toBe(phone);
  });

  it("can be a land line, a mobile phone or a number on the internet", async () => {
    const { client } = await auth.signUp();
    for (const phone of ["+44 20 7946 0958", "+44 7400 123456", "+44 56 1234 5678"]) {
      await enrol(client, phone, phone);
    }
  });

  it("does not reveal its number to someone who knows only the password", async () => {
    const { signIn, phone } = await signUpWithPhone();
    const stranger = await signIn();
    for (const tried of [phone, newNumber()]) {
      const { error } = await stranger.mfa.enroll({ factorType: "phone", phone: tried });
      expect(error).toMatchObject({ status: 403, code: "insufficient_aal" });
    }
  });

  itOnPostgres("is not added twice when it is verified at the same time", async () => {
    const { client, user_id } = await signUpWithPhone();
    const phone = newNumber();
    const { id } = await enrol(client, phone, "One");
    const again = await whileHeld(auth.db, user_id, {
      meanwhile: verified(id),
      act: () => client.mfa.enroll({ factorType: "phone", phone, friendlyName: "Other" }),
    });
    expect(again.error).toMatchObject({ status: 422, code: "mfa_verified_factor_exists" });
  });

  it("a phone as a second step that is not verified yet gets no text for a session that has not passed the second step", async () => {
    const { client, signIn } = await signUpWithPhone();
    const { id } = await enrol(client, newNumber(), "Next");
    const stranger = await signIn();
    const refused = await stranger.mfa.challenge({ factorId: id, channel: "sms" });
    expect(refused.error).toMatchObject({ status: 403, code: "insufficient_aal" });
    await auth.jobs.runDue();
    expect(texts).toEqual([]);
    // The refused challenge was not counted, so the owner need not wait.
    expect((await challenge(client, id)).text.code).toMatch(/^\d{6}$/);
  });

  itOnPostgres("gets none either when the second step was added at the same time", async () => {
    const { client, user_id } = await auth.signUp();
    const one = await enrol(client, newNumber(), "One");
    const other = await enrol(client, newNumber(), "Other");
    const refused = await whileHeld(auth.db, user_id, {
      meanwhile: verified(one.id),
      act: () => client.mfa.challenge({ factorId: other.id, channel: "sms" }),
    });
    expect(refused.error).toMatchObject({ status: 403, code: "insufficient_aal" });
    await auth.jobs.runDue();
    expect(texts).toEqual([]);
  });

  it("gets no text once its five minutes are over", async () => {
    const { client } = await auth.signUp();
    const { id } = await enrol(client, newNumber());
    later(5 * 60 + 1);
    const { error } = await client.mfa.challenge({ factorId: id, channel: "sms" });
    expect(error).toMatchObject({ status: 404, code: "mfa_factor_not_found" });
    await auth.jobs.runDue();
    expect(texts).toEqual([]);
    const again = await enrol(client, newNumber());
    expect((await client.mfa.challenge({ factorId: again.id, channel: "sms" })).error).toBeNull();
  });

  it("accepts only text messages as a channel", async () => {
    const { client } = await auth.signUp();
    const { id } = await enrol(client, newNumber());
    const { error } = await client.mfa.challenge({ factorId: id, channel: "whatsapp" });
    expect(error).toMatchObject({ status: 400, code: "validation_failed" });
    await auth.jobs.runDue();
    expect(texts).toEqual([]);
  });

  it("refuses a wrong code, one of another challenge, one that was used, and one older than five minutes", async () => {
    const { signIn, factorId } = await signUpWithPhone();
    const wrong = {
      status: 422,
      code: "mfa_verification_failed",
      message: "Invalid MFA Phone code entered",
    };
    const client = await signIn();
    const first = await challenge(client, factorId);
    later(60);
    const second = await challenge(client, factorId);
    const other = first.text.code === second.text.code ? "" : first.text.code;
    for (const code of [other, "12345", "abcdef"].filter((code) => code !== "")) {
      expect((await client.mfa.verify({ ...second, code })).error).toMatchObject(wrong);
    }
    later(4 * 60);
    const late = await client.mfa.verify({ ...first, code: first.text.code });
    expect(late.error).toMatchObject({ status: 422, code: "mfa_challenge_expired" });
    const right = { ...second, code: second.text.code };
    later(-60);
    expect((await client.mfa.verify(right)).error).toBeNull();
    expect((await client.mfa.verify(right)).error).toMatchObject({ code: "mfa_factor_not_found" });
  });

  it("waits for its text: before that is sent, no code is right", async () => {
    const { signIn, factorId } = await signUpWithPhone();
    const client = await signIn();
    const { data } = await client.mfa.challenge({ factorId, channel: "sms" });
    const challengeId = data?.id ?? "";
    const early = await client.mfa.verify({ factorId, challengeId, code: "000000" });
    expect(early.error).toMatchObject({ code: "mfa_verification_failed" });
    const { code } = await readText();
    expect((await client.mfa.verify({ factorId, challengeId, code })).error).toBeNull();
  });

  it("can be removed, with nothing left of it", async () => {
    const { client, factorId } = await signUpWithPhone();
    await client.mfa.challenge({ factorId, channel: "sms" });
    expect((await client.mfa.unenroll({ factorId })).error).toBeNull();
    await auth.jobs.runDue();
    expect(texts).toEqual([]);
    expect((await client.getUser()).data.user?.factors).toBeUndefined();
  });
});

describe("the text with a code", () => {
  it("is written when it is sent, so that neither a job nor a copy of the database contains the number or the code", async () => {
    const { client, user_id, factorId, phone } = await signUpWithPhone();
    const { challengeId, text } = await challenge(client, factorId);
    const rows = await Promise.all([
      auth.db.selectFrom("auth.mfa_factors").where("user_id", "=", user_id).selectAll().execute(),
      readRows(auth.db, "auth.mfa_challenges", { factor_id: factorId }),
      sql`select * from rate_limits`.execute(auth.db).then(({ rows }) => rows),
      auth.db.selectFrom("auth.audit_log").where("user_id", "=", user_id).selectAll().execute(),
    ]);
    const stored = JSON.stringify(rows, (_key, value) =>
      value?.type === "Buffer" ? Buffer.from(value.data).toString("latin1") : value,
    );
    expect(stored).not.toContain(phone.slice(1));
    expect(stored).not.toContain(text.code);
    // Without the secret, a million codes cannot be tried against the hash. After a rotation of the secret, the code
    // still works.
    const row = rows[1].find(({ id }) => id === challengeId);
    if (!row) throw new Error("no challenge");
    expect(isTextCode(auth.deps.secrets, row, text.code)).toBe(true);
    expect(isTextCode(createSecrets(Buffer.alloc(32, 1)), row, text.code)).toBe(false);
  });

  it("is tried again with a new code while the provider is away, and given up when it refuses", async () => {
    const { signIn, factorId } = await signUpWithPhone();
    const client = await signIn();
    failure = new Error("away");
    const { data } = await client.mfa.challenge({ factorId, channel: "sms" });
    await auth.jobs.runDue().catch(() => {});
    expect(texts).toEqual([]);
    failure = undefined;
    later(30);
    const { code } = await readText();
    const challengeId = data?.id ?? "";
    expect((await client.mfa.verify({ factorId, challengeId, code })).error).toBeNull();

    later(60);
    failure = new UnrecoverableTextError("no such number");
    await client.mfa.challenge({ factorId, channel: "sms" });
    await auth.jobs.runDue().catch(() => {});
    failure = undefined;
    later(30);
    await auth.jobs.runDue();
    expect(texts).toEqual([]);
  });

  it("is not sent twice when its job runs twice", async () => {
    const { client, user_id, factorId } = await signUpWithPhone();
    const { challengeId } = await challenge(client, factorId);
    await inTransaction(auth.db, (tx) =>
      auth.jobs.enqueue(tx, "send_text_code", { user_id, challenge_id: challengeId }),
    );
    await auth.jobs.runDue();
    expect(texts).toEqual([]);
  });
});

describe("texts are limited", () => {
  it("texts are limited to one a minute, five an hour and ten a day of an account, and say how long to wait", async () => {
    const { signIn, factorId } = await signUpWithPhone();
    const client = await signIn();
    const ask = async () =>
      (await client.mfa.challenge({ factorId, channel: "sms" })).error ?? undefined;
    expect(await ask()).toBeUndefined();
    expect(await ask()).toMatchObject({
      ...limited,
      message: "Too many texts were requested. Please try again in a minute.",
    });
    for (let sent = 1; sent < 5; sent += 1) {
      later(61);
      expect(await ask()).toBeUndefined();
    }
    later(61);
    expect(await ask()).toMatchObject(limited);
    later(hourSeconds);
    await client.refreshSession();
    for (let sent = 5; sent < 10; sent += 1) {
      expect(await ask()).toBeUndefined();
      later(61);
    }
    later(hourSeconds);
    await client.refreshSession();
    expect(await ask()).toMatchObject(limited);
  });

  it("texts are limited so that someone who knows only the password takes none from an owner who signs in by email", async () => {
    const { email, user_id, signIn, factorId } = await signUpWithPhone();
    await auth.prove(user_id);
    const stranger = await signIn();
    for (let sent = 0; sent < 6; sent += 1) {
      await stranger.mfa.challenge({ factorId, channel: "sms" });
      later(61);
    }
    expect((await stranger.mfa.challenge({ factorId, channel: "sms" })).error).toMatchObject(
      limited,
    );
    const owner = await auth.recover({ email });
    expect((await owner.mfa.challenge({ factorId, channel: "sms" })).error).toBeNull();
  });

  it("texts are limited to four a day for a number that no one has verified, from however many accounts, and take none from accounts that have", async () => {
    const victim = await signUpWithPhone();
    // The text to the victim counted too, because the number was not verified yet.
    for (let sent = 1; sent < 4; sent += 1) {
      const { client } = await auth.signUp();
      const { id } = await enrol(client, victim.phone);
      expect((await client.mfa.challenge({ factorId: id, channel: "sms" })).error).toBeNull();
    }
    const { client } = await auth.signUp();
    const { id } = await enrol(client, victim.phone);
    expect((await client.mfa.challenge({ factorId: id, channel: "sms" })).error).toMatchObject(
      limited,
    );
    // Others have used up the number's limit, so the refusal is not counted for this account, which can add another
    // number at once.
    const next = await enrol(client, newNumber(), "Next");
    expect((await client.mfa.challenge({ factorId: next.id, channel: "sms" })).error).toBeNull();
    const owner = await victim.signIn();
    const mine = await owner.mfa.challenge({ factorId: victim.factorId, channel: "sms" });
    expect(mine.error).toBeNull();
  });

  it("texts are limited to thirty a day for a number, from all accounts that have verified it", async () => {
    const phone = newNumber();
    const owners: { client: TestAuthClient; factorId: string }[] = [];
    for (const _ of [1, 2, 3, 4]) {
      const { client } = await auth.signUp();
      const { id } = await enrol(client, phone);
      const { text, ...asked } = await challenge(client, id);
      expect((await client.mfa.verify({ ...asked, code: text.code })).error).toBeNull();
      owners.push({ client, factorId: id });
    }
    const [last, ...others] = owners;
    const ask = async (owner: (typeof owners)[number] | undefined) =>
      (await owner?.client.mfa.challenge({ factorId: owner.factorId, channel: "sms" }))?.error;
    for (let sent = 0; sent < 10; sent += 1) {
      later(sent === 5 ? hourSeconds : 61);
      for (const owner of others) {
        if (sent === 5) await owner.client.refreshSession();
        expect(await ask(owner)).toBeNull();
      }
    }
    await last?.client.refreshSession();
    expect(await ask(last)).toMatchObject(limited);
  });

  it("no longer by what someone with the former password has asked for", async () => {
    const { client, email, signIn, factorId } = await signUpWithPhone();
    const stranger = await signIn();
    for (let sent = 0; sent < 5; sent += 1) {
      await stranger.mfa.challenge({ factorId, channel: "sms" });
      later(61);
    }
    const ask = async (client: TestAuthClient) =>
      (await client.mfa.challenge({ factorId, channel: "sms" })).error;
    expect(await ask(stranger)).toMatchObject(limited);
    expect((await client.updateUser({ password: "a new password" })).error).toBeNull();
    const owner = await auth.signIn({ email, password: "a new password" });
    expect(await ask(owner)).toBeNull();
  });

  it("no longer by what was asked for before an unproven account was reset", async () => {
    const { client, email } = await auth.signUp();
    for (let sent = 0; sent < 5; sent += 1) {
      const { id } = await enrol(client, newNumber(), `Phone ${sent}`);
      expect((await client.mfa.challenge({ factorId: id, channel: "sms" })).error).toBeNull();
      later(61);
    }
    await auth.readEmails();
    const owner = await auth.recover({ email });
    const { id } = await enrol(owner, newNumber());
    expect((await owner.mfa.challenge({ factorId: id, channel: "sms" })).error).toBeNull();
  });
});

describe("a server without an SMS provider and an outbox", () => {
  const auth = useTestAuth();

  it("offers no phone as a second step", async () => {
    const { client } = await auth.signUp();
    const { error } = await client.mfa.enroll({ factorType: "phone", phone: "+12025550123" });
    expect(error).toMatchObject({ status: 422, code: "mfa_phone_enroll_not_enabled" });
    const { body } = await auth.send("GET", "/settings");
    expect(body).toMatchObject({ sms_provider: "", external: { phone: false } });
  });

  it("removes the last second step that works there only after the phones, which do not", async () => {
    const { client, user_id } = await auth.signUp();
    const { factorId } = await addApp(auth.clock, client, "App");
    const addPhone = async () => {
      const id = randomUUID();
      await insertRow(auth.db, "auth.mfa_factors", {
        id,
        user_id,
        factor_type: "phone",
        friendly_name: id,
        status: "verified",
        secret_encrypted: encryptFactorSecret(auth.deps.secrets, id, "+12025550123"),
        phone_ending: "23",
        created_at: auth.clock.now(),
        updated_at: auth.clock.now(),
      });
      return id;
    };
    const phones = [await addPhone(), await addPhone()];
    const remove = async (factorId: string) => (await client.mfa.unenroll({ factorId })).error;
    const refused = {
      status: 422,
      code: "mfa_phone_verify_not_enabled",
      message:
        "Codes cannot be sent to phones at the moment, so you could not sign in any more. Remove your phone first.",
    };
    expect(await remove(factorId)).toMatchObject(refused);
    expect(await remove(phones[0] ?? "")).toBeNull();
    expect(await remove(factorId)).toMatchObject(refused);
    expect(await remove(phones[1] ?? "")).toBeNull();
    expect(await remove(factorId)).toBeNull();
    await auth.readEmails();
  });
});

describe("away from loopback", () => {
  const auth = useTestAuth({
    config: { publicUrl: "https://paraline.example", onLoopback: false },
    texts: { name: "twilio", send: async () => {} },
  });

  it("a phone can be added once the email address is confirmed", async () => {
    const { client, user_id } = await auth.signUp();
    const add = () => client.mfa.enroll({ factorType: "phone", phone: "+12025550123" });
    expect((await add()).error).toMatchObject({
      status: 400,
      code: "email_not_confirmed",
      message:
        "Please confirm your email address before you add a phone. Follow the link that we emailed to you.",
    });
    await auth.prove(user_id);
    expect((await add()).error).toBeNull();
  });
});
