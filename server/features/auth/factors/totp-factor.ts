import { AuthError } from "#server/access/auth-error.ts";
import type { FactorRow } from "../queries.ts";
import type { FactorType } from "./factor-type.ts";
import { createTotpSecret, totpQrCode, totpStep, totpUri } from "./totp.ts";

/** An authenticator app: its secret is shown once, when it is added. */
export const totpFactor: FactorType = {
  method: "totp",
  isGuessable: true,
  wrongAnswer: "Invalid TOTP code entered",

  async enrol({ secrets, config }, { id, session, input }) {
    const secret = await createTotpSecret();
    const uri = await totpUri({
      secret,
      issuer: input.issuer || new URL(config.publicUrl).host,
      email: session.email,
    });
    const qrCode = await totpQrCode(uri);
    return {
      stored: { secret_encrypted: secrets.encrypt(Buffer.from(secret), factorContext(id)) },
      shown: { totp: { qr_code: qrCode, secret, uri } },
    };
  },

  async challenge() {
    return { stored: {}, shown: {} };
  },

  async verify(_tx, { secrets }, { factor, response, now }) {
    const code = response.code?.replaceAll(/\s/g, "");
    if (!code) throw new AuthError("validation_failed", { message: "code is required." });
    const secret = secrets
      .decrypt(requireSecret(factor), factorContext(factor.id))
      .toString("utf8");
    const step = await totpStep(secret, { code, last_step: factor.last_step, now });
    return step === undefined ? undefined : { last_step: step };
  },
};

/** The context in which a factor's secret is encrypted. */
export function factorContext(factorId: string): string {
  return `second step ${factorId}`;
}

function requireSecret({ id, secret_encrypted }: FactorRow): Buffer {
  if (secret_encrypted === null) throw new Error(`The second step ${id} has no secret.`);
  return secret_encrypted;
}
