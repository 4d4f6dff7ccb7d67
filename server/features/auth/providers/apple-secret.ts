import { importPKCS8, SignJWT } from "jose";
import { hourMs } from "#contract/values/durations.ts";

/** A client secret in the form that Apple requires: a token that this server signs with its key, valid for an hour. */
export async function makeAppleSecret(about: {
  teamId: string;
  keyId: string;
  privateKey: string;
  clientId: string;
  issuer: string;
  now: Date;
}): Promise<string> {
  const key = await importPKCS8(about.privateKey, "ES256");
  return new SignJWT()
    .setProtectedHeader({ alg: "ES256", kid: about.keyId })
    .setIssuer(about.teamId)
    .setSubject(about.clientId)
    .setAudience(about.issuer)
    .setIssuedAt(about.now)
    .setExpirationTime(new Date(about.now.getTime() + hourMs))
    .sign(key);
}
