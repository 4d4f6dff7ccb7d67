import { AuthError } from "#server/access/auth-error.ts";
import { encryptFactorSecret, type FactorType, readFactorSecret } from "./factor-type.ts";

const secretBytes = 20;
const stepSeconds = 30;

/** The library is loaded when it is first used, because few processes ever check a second step. */
const loadOtplib = () => import("otplib");

/** A new secret for an authenticator app, in base 32. */
async function createTotpSecret(): Promise<string> {
  const { generateSecret } = await loadOtplib();
  return generateSecret({ length: secretBytes });
}

/**
 * The content of the QR code, with SHA-1, six digits and thirty seconds, the only parameters that every app supports.
 */
async function totpUri(about: { secret: string; issuer: string; email: string }): Promise<string> {
  const { generateURI } = await loadOtplib();
  return generateURI({ secret: about.secret, issuer: about.issuer, label: about.email });
}

/**
 * The address as a picture. The client library appends the SVG unchanged to `data:image/svg+xml;utf-8,`, so it must
 * contain no `#`, which would end the address, and no `%`.
 */
async function totpQrCode(uri: string): Promise<string> {
  // The library is loaded when it is first used, because few processes ever draw a QR code.
  const { default: qrcode } = await import("qrcode");
  const svg = await qrcode.toString(uri, { type: "svg", errorCorrectionLevel: "M" });
  return svg.trim().replaceAll("#000000", "black").replaceAll("#ffffff", "white");
}

/**
 * The time step of a code: the present one, the one before or the one after. Steps up to `last_step` are not accepted,
 * so that a code that somebody else has seen is useless. Undefined for a wrong code.
 */
async function totpStep(
  secret: string,
  { code, last_step, now }: { code: string; last_step: number | null; now: Date },
): Promise<number | undefined> {
  if (!/^\d{6}$/.test(code)) return undefined;
  const { verify } = await loadOtplib();
  const epoch = Math.floor(now.getTime() / 1000);
  const result = await verify({ secret, token: code, epoch, epochTolerance: stepSeconds });
  if (!result.valid || !("timeStep" in result)) return undefined;
  return last_step !== null && result.timeStep <= last_step ? undefined : result.timeStep;
}

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
      stored: { secret_encrypted: encryptFactorSecret(secrets, id, secret) },
      shown: { totp: { qr_code: qrCode, secret, uri } },
    };
  },

  async challenge() {
    return { stored: {}, shown: {} };
  },

  async verify(_tx, { secrets }, { factor, response, now }) {
    const code = response.code?.replaceAll(/\s/g, "");
    if (!code) throw new AuthError("validation_failed", { message: "code is required." });
    const secret = readFactorSecret(secrets, factor);
    const step = await totpStep(secret, { code, last_step: factor.last_step, now });
    return step === undefined ? undefined : { last_step: step };
  },
};
