import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { requireReadableKeys } from "#server/access/encryption/circle-keys.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { matchesCode } from "#server/features/auth/links/one-time-tokens.ts";
import { findKnownNetwork, recordNetwork } from "#server/features/auth/sessions/known-networks.ts";
import {
  formatRefreshToken,
  readRefreshToken,
} from "#server/features/auth/sessions/refresh-token.ts";
import { createSecrets } from "#server/system/secrets.ts";
import { useTestApp } from "#server/testing/app.ts";
import { readRow } from "#server/testing/database/rows.ts";
import { testAppSecret, testSecrets } from "#server/testing/secrets.ts";
import { rotateSecret } from "./rotate-secret.ts";

const app = useTestApp();

const former = Buffer.from(testAppSecret);
const next = Buffer.from("another secret for tests alone, as long as the first");

it("with a new secret, emailed codes still work, and the networks of an account are still known", async () => {
  const { email, user_id } = await app.createOwner();
  const caller = { address: "203.0.113.7", ip: "203.0.113.7", user_agent: null };
  await inTransaction(app.db, (tx) => recordNetwork(tx, app.deps, { user_id, caller }));
  await app.post("/auth/v1/recover", { email });
  await app.work();
  const [mail] = await app.emails.to(email);
  const code = /\b\d{6}\b/.exec(mail?.text ?? "")?.[0] ?? "";
  const secrets = createSecrets(next, former);
  expect(await findKnownNetwork({ ...app.deps, secrets }, { user_id, caller })).toBeDefined();
  const token = await app.db
    .selectFrom("auth.one_time_tokens")
    .where("user_id", "=", user_id)
    .selectAll()
    .executeTakeFirst();
  expect(matchesCode(secrets, token, { address: email, code })).toBe(true);
  expect(matchesCode(createSecrets(next), token, { address: email, code })).toBe(false);
});

it("every key is encrypted anew with a new secret, and only then the former one can be removed", async () => {
  const owner = await app.createOwner();
  const id = await app.circles.create(owner, { is_anonymous: true });
  const { invite_token } = await app.circles.person(id, "ana");
  expect((await app.circles.answer(invite_token)).status).toBe(201);
  const { db } = app;
  const circles = await db.selectFrom("circles").select("id").execute();

  await expect(requireReadableKeys(db, createSecrets(next))).rejects.toThrow(
    "APP_SECRET is not the one that this database's answers are encrypted with (2 keys do not open).",
  );
  const rotating = createSecrets(next, former);
  await requireReadableKeys(db, rotating);
  expect(await rotateSecret(db, rotating, app.clock.now())).toBe(circles.length + 1);
  expect(await rotateSecret(db, rotating, app.clock.now())).toBe(0);

  // People stay signed in while the former secret is set.
  const session = { session_id: randomUUID(), counter: 1 };
  const refreshToken = formatRefreshToken(testSecrets, session);
  expect(readRefreshToken(rotating, refreshToken)).toEqual(session);
  expect(readRefreshToken(createSecrets(next), refreshToken)).toBeUndefined();

  await requireReadableKeys(db, createSecrets(next));
  await expect(requireReadableKeys(db, testSecrets)).rejects.toThrow("(2 keys do not open)");
  const key = await readRow(db, "auth.signing_keys", {}, ["kid", "private_encrypted"]);
  createSecrets(next).decrypt(key.private_encrypted ?? Buffer.alloc(0), `signing key ${key.kid}`);

  // The secret is rotated back, so that the app under test can go on reading.
  await rotateSecret(db, createSecrets(former, next), app.clock.now());
  for (const name of ["ben", "cleo"]) {
    await app.circles.answer((await app.circles.person(id, name)).invite_token);
  }
  expect(await app.circles.close(owner, id)).toMatchObject({ responses_count: 3 });
});
