import { createRequire } from "node:module";
import { limits } from "#contract/limits.ts";
import { AuthError } from "#server/access/auth-error.ts";
import type { AuthConfig } from "../auth-deps.ts";

type Rule = Pick<AuthConfig, "onLoopback">;

/**
 * The error that says why a password is too weak: it is short, or, on a server that others can reach, one of the most
 * common ones.
 */
export function findWeakness({ onLoopback }: Rule, password: string): AuthError | undefined {
  if ([...password].length < limits.passwordCharactersMin) return new AuthError("weak_password");
  if (onLoopback || !isCommon(password)) return undefined;
  return new AuthError("weak_password", {
    weakness: "pwned",
    message: "This is one of the most common passwords. Choose one that is harder to guess.",
  });
}

/** @throws AuthError validation_failed without a password, weak_password for a weak one */
export function requireStrongPassword(rule: Rule, password: string | undefined): string {
  if (password === undefined || password === "") {
    throw new AuthError("validation_failed", { message: "Signup requires a valid password" });
  }
  const weakness = findWeakness(rule, password);
  if (weakness) throw weakness;
  return password;
}

let common: ReadonlySet<string> | undefined;

function isCommon(password: string): boolean {
  common ??= loadCommon();
  return common.has(password.toLowerCase());
}

/** The package's own index would load twice as much, and take ten times as long to unpack it. */
function loadCommon(): ReadonlySet<string> {
  const require = createRequire(import.meta.url);
  const passwords: string[] = require("@zxcvbn-ts/language-common/src/passwords.json");
  return new Set(passwords.slice(0, limits.commonPasswords));
}
