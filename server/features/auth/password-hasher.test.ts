import { expect, it } from "vitest";
import { createPasswordHasher, fullCost } from "./password-hasher.ts";

it("knows the password it hashed, and no other", async () => {
  const hasher = createPasswordHasher();
  const hashed = await hasher.hash("correct horse");
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hasher.verify(hashed, "correct horse")).toBe(true);
  expect(await hasher.verify(hashed, "correct hors")).toBe(false);
  expect(hasher.isOutdated(hashed)).toBe(false);
});

it("the hasher does as much work where there is nothing to compare with, and says no", async () => {
  const hasher = createPasswordHasher();
  expect(hasher.isOutdated(fullCost.dummyHash)).toBe(false);
  expect(await hasher.verify(null, "anything")).toBe(false);
  expect(await hasher.verify(undefined, "")).toBe(false);
});

it("refuses callers once too many are waiting, and recovers afterwards", async () => {
  const hasher = createPasswordHasher({ concurrency: 1, maxWaiting: 2 });
  const answers = await Promise.allSettled(
    Array.from({ length: 5 }, () => hasher.verify(null, "anything")),
  );
  expect(answers.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "fulfilled",
    "rejected",
    "rejected",
  ]);
  expect(answers[4]).toMatchObject({
    reason: { code: "service_unavailable", status: 503, retry_after_seconds: 1 },
  });
  expect(await hasher.verify(null, "anything")).toBe(false);
});
