import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { minuteMs } from "#contract/values/durations.ts";
import type { StoredCredential } from "#server/db/auth-tables.ts";
import type { Logger } from "#server/system/log.ts";
import { readRegistration, readSignature } from "./credential-fields.ts";
import type { RelyingParty } from "./relying-party.ts";

/** How long a challenge may wait for its answer. */
export const ceremonyMinutes = 5;

/** EdDSA, ES256 and RS256: what authenticators have. */
const algorithms = [-8, -7, -257];

/** An answer to a challenge, checked for one origin. */
type Check = { party: RelyingParty; answer: unknown; challenge: string; log: Logger };

/** Asks an authenticator for a new credential. */
export async function askForCredential(
  party: RelyingParty,
  {
    handle,
    email,
    present,
    signsIn,
  }: {
    /** What the authenticator files the credential under: one for each, so that none replaces another. */
    handle: string;
    email: string;
    /** Those of the account, which cannot be added twice. */
    present: readonly StoredCredential[];
    /** Signs in alone, so it must be found without an address, and its holder identified by it. */
    signsIn: boolean;
  },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loadLibrary();
  return generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: new TextEncoder().encode(handle),
    userName: email,
    userDisplayName: email,
    timeout: ceremonyMinutes * minuteMs,
    attestationType: "none",
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: present.map(toDescriptor),
    authenticatorSelection: signsIn
      ? { residentKey: "required", userVerification: "required" }
      : { residentKey: "discouraged", userVerification: "discouraged" },
  });
}

/** Asks an authenticator to sign: with a given credential, or with any that signs in alone. */
export async function askForSignature(
  party: RelyingParty,
  credential?: StoredCredential,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadLibrary();
  return generateAuthenticationOptions({
    rpID: party.id,
    timeout: ceremonyMinutes * minuteMs,
    ...(credential === undefined
      ? { userVerification: "required" }
      : { userVerification: "discouraged", allowCredentials: [toDescriptor(credential)] }),
  });
}

/** The new credential; undefined when the answer is not right. */
export async function checkNewCredential(
  { party, answer, challenge, log }: Check,
  { signsIn }: { signsIn: boolean },
): Promise<StoredCredential | undefined> {
  const response = readRegistration(answer);
  if (!response) return undefined;
  const { verifyRegistrationResponse } = await loadLibrary();
  return refusedUnless(log, async () => {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: signsIn,
      supportedAlgorithmIDs: algorithms,
    });
    if (!registrationInfo) return undefined;
    const { credential, aaguid } = registrationInfo;
    return {
      id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      transports: response.response.transports ?? [],
      aaguid,
    };
  });
}

/**
 * The credential with its new count; undefined when the answer is not right. A count that has not grown is not: then the
 * authenticator may have been copied. Many never count, and always say zero.
 */
export async function checkSignature(
  { party, answer, challenge, log }: Check,
  { credential, signsIn }: { credential: StoredCredential; signsIn: boolean },
): Promise<StoredCredential | undefined> {
  const response = readSignature(answer);
  if (response?.id !== credential.id) return undefined;
  const { verifyAuthenticationResponse } = await loadLibrary();
  return refusedUnless(log, async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: credential.id,
        publicKey: new Uint8Array(Buffer.from(credential.public_key, "base64url")),
        counter: credential.counter,
      },
      requireUserVerification: signsIn,
    });
    return verified ? { ...credential, counter: authenticationInfo.newCounter } : undefined;
  });
}

/** The library throws whatever it finds wrong with an answer; operators see it in the log. */
async function refusedUnless<Result>(
  log: Logger,
  check: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  try {
    return await check();
  } catch (err) {
    log.info({ err }, "an authenticator's answer was refused");
    return undefined;
  }
}

function toDescriptor({ id, transports }: StoredCredential) {
  return { id, transports };
}

/** Loaded when first used: few processes ever need it. */
async function loadLibrary() {
  const library = await import("@simplewebauthn/server");
  // Who made an authenticator is never asked for; with certificates to compare, an answer that tells it all the same
  // would make the library fetch the address of a revocation list that the answer names.
  for (const identifier of ["android-key", "android-safetynet", "apple"] as const) {
    library.SettingsService.setRootCertificates({ identifier, certificates: [] });
  }
  return library;
}
