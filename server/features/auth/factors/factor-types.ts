import { AuthError } from "#server/access/auth-error.ts";
import type { FactorTypeName } from "#server/db/auth-tables.ts";
import type { FactorType } from "./factor-type.ts";
import { phoneFactor } from "./phone.ts";
import { totpFactor } from "./totp.ts";
import { webauthnFactor } from "./webauthn.ts";

/** Every type of second step that the client library knows. Each is implemented by its own module. */
export const factorTypes: Record<FactorTypeName, FactorType> = {
  totp: totpFactor,
  phone: phoneFactor,
  webauthn: webauthnFactor,
};

/** @throws AuthError validation_failed for a type that does not exist */
export function requireFactorType(name: string | undefined): FactorTypeName {
  if (name !== undefined && Object.hasOwn(factorTypes, name)) return name as FactorTypeName;
  throw new AuthError("validation_failed", {
    message: "factor_type needs to be totp, phone, or webauthn",
  });
}
