import type { AuthDeps } from "../../auth-deps.ts";
import type { FactorRow } from "../../queries.ts";

/** The context in which a phone's number is encrypted, which is that of an app's secret. */
export function phoneContext(factorId: string): string {
  return `second step ${factorId}`;
}

/** The number of a phone factor. */
export function phoneNumberOf(
  { secrets }: Pick<AuthDeps, "secrets">,
  { id, secret_encrypted }: Pick<FactorRow, "id" | "secret_encrypted">,
): string {
  if (secret_encrypted === null) throw new Error(`The second step ${id} has no number.`);
  return secrets.decrypt(secret_encrypted, phoneContext(id)).toString("utf8");
}
