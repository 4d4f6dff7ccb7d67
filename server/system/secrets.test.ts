import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { createSecrets, isSameDigest, UnreadableSecretError } from "./secrets.ts";

const secrets = createSecrets(randomBytes(32));

it("a cipher reads back what it encrypted, but only in the same context", () => {
  const encrypted = secrets.encrypt(Buffer.from("a secret"), "row 1");
  expect(encrypted.toString("latin1")).not.toContain("a secret");
  expect(secrets.decrypt(encrypted, "row 1").toString()).toBe("a secret");
  expect(() => secrets.decrypt(encrypted, "row 2")).toThrow(UnreadableSecretError);
});

it("a cipher encrypts the same text differently each time", () => {
  const texts = [1, 2].map(() => secrets.encrypt(Buffer.from("x"), "row").toString("hex"));
  expect(new Set(texts).size).toBe(2);
});

it("a cipher notices another key, and any changed or missing byte", () => {
  const encrypted = secrets.encrypt(Buffer.from("a secret"), "row");
  expect(() => createSecrets(randomBytes(32)).decrypt(encrypted, "row")).toThrow(
    UnreadableSecretError,
  );
  for (let place = 0; place < encrypted.length; place += 1) {
    const changed = Buffer.from(encrypted);
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
    expect(() => secrets.decrypt(changed, "row")).toThrow(UnreadableSecretError);
    expect(() => secrets.decrypt(encrypted.subarray(0, place), "row")).toThrow(
      UnreadableSecretError,
    );
  }
});

it("a signature differs for each purpose and each thing it is for", () => {
  const signatures = [
    secrets.signFor("one", "a", "message"),
    secrets.signFor("one", "b", "message"),
    secrets.signFor("two", "a", "message"),
    createSecrets(randomBytes(32)).signFor("one", "a", "message"),
  ].map((signature) => signature.toString("hex"));
  expect(new Set(signatures).size).toBe(4);
  expect(secrets.signFor("one", "a", "message").toString("hex")).toBe(signatures[0]);
});

it("a comparison treats digests of different lengths as different", () => {
  expect(isSameDigest(Buffer.from("ab"), Buffer.from("ab"))).toBe(true);
  expect(isSameDigest(Buffer.from("ab"), Buffer.from("abc"))).toBe(false);
  expect(isSameDigest(Buffer.from("ab"), Buffer.from("ac"))).toBe(false);
});
