const secretBytes = 20;
const stepSeconds = 30;

/** The library is loaded when it is first used, because few processes ever check a second step. */
const loadOtplib = () => import("otplib");

/** A new secret for an authenticator app, in base 32. */
export async function createTotpSecret(): Promise<string> {
  const { generateSecret } = await loadOtplib();
  return generateSecret({ length: secretBytes });
}

/**
 * The content of the QR code, with SHA-1, six digits and thirty seconds, the only parameters that every app supports.
 */
export async function totpUri(about: {
  secret: string;
  issuer: string;
  email: string;
}): Promise<string> {
  const { generateURI } = await loadOtplib();
  return generateURI({ secret: about.secret, issuer: about.issuer, label: about.email });
}

/**
 * The address as a picture. The client library appends the SVG unchanged to `data:image/svg+xml;utf-8,`, so it must
 * contain no `#`, which would end the address, and no `%`.
 */
export async function totpQrCode(uri: string): Promise<string> {
  // The library is loaded when it is first used, because few processes ever draw a QR code.
  const { default: qrcode } = await import("qrcode");
  const svg = await qrcode.toString(uri, { type: "svg", errorCorrectionLevel: "M" });
  return svg.trim().replaceAll("#000000", "black").replaceAll("#ffffff", "white");
}

/**
 * The time step of a code: the present one, the one before or the one after. Steps up to `last_step` are not accepted,
 * so that a code that somebody else has seen is useless. Undefined for a wrong code.
 */
export async function totpStep(
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
