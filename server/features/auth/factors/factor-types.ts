import { AuthError } from "#server/access/auth-error.ts";
import type { FactorTypeName } from "#server/db/auth-tables.ts";
import type { FactorType, NotEnabledCode } from "./factor-type.ts";
import { totpFactor } from "./totp-factor.ts";
import { webauthnFactor } from "./webauthn-factor.ts";

/** Every type of second step that the client library knows, each judged by its own module. */
export const factorTypes: Record<FactorTypeName, FactorType> = {
  totp: totpFactor,
  phone: notOffered("mfa/phone", "mfa_phone_enroll_not_enabled"),
  webauthn: webauthnFactor,
};

/** @throws AuthError validation_failed for a type that does not exist */
export function requireFactorType(name: string | undefined): FactorTypeName {
  if (name !== undefined && Object.hasOwn(factorTypes, name)) return name as FactorTypeName;
  throw new AuthError("validation_failed", {
    message: "factor_type needs to be totp, phone, or webauthn",
  });
}

/** A type that this server does not offer, so that there are no factors of it. */
function notOffered(method: string, code: NotEnabledCode): FactorType {
  const refuse = async () => {
    throw new AuthError(code);
  };
  return {
    method,
    isGuessable: true,
    wrongAnswer: "",
    enrol: refuse,
    challenge: refuse,
    judge: refuse,
  };
}
