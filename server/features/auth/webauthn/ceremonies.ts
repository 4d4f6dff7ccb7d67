import { isIP } from "node:net";
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { z } from "zod";
import { minuteMs } from "#contract/values/durations.ts";
import type { StoredCredential } from "#server/db/auth-tables.ts";
import type { Logger } from "#server/system/log.ts";

/** How long a challenge may wait for its answer. */
export const ceremonyMinutes = 5;

/** EdDSA, ES256 and RS256, which are the algorithms of authenticators. */
const algorithms = [-8, -7, -257];

/** An answer to a challenge, which is checked for one origin. */
type Check = { party: RelyingParty; answer: unknown; challenge: string; log: Logger };

/** Asks an authenticator for a new credential. */
export async function createRegistrationOptions(
  party: RelyingParty,
  {
    handle,
    email,
    present,
    signsIn,
  }: {
    /**
     * The id under which the authenticator stores the credential: for a passkey the account's, which identifies its
     * holder; for a second factor the factor's, so that none replaces another.
     */
    handle: string;
    email: string;
    /** The account's credentials, which cannot be added again. */
    present: readonly StoredCredential[];
    /**
     * Whether the credential signs in alone. The authenticator must then find it without an address, and identify its
     * holder.
     */
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

/** Asks an authenticator to sign with the given credential, or with any credential that signs in alone. */
export async function createAuthenticationOptions(
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

/** The new credential; undefined if the answer is wrong. */
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
 * The credential with its new counter; undefined if the answer is wrong. An answer whose counter has not grown is
 * wrong, because the authenticator may have been copied. Many authenticators never count and always send zero.
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

/** Returns undefined for a wrong answer. The library throws an error for it, which is logged for operators. */
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

/** The library is loaded when it is first used, because few processes ever need it. */
async function loadLibrary() {
  const library = await import("@simplewebauthn/server");
  // The server never asks who made an authenticator. An answer may say it anyway. If the library had certificates to
  // compare, it would then fetch a revocation list from an address in that answer.
  for (const identifier of ["android-key", "android-safetynet", "apple"] as const) {
    library.SettingsService.setRootCertificates({ identifier, certificates: [] });
  }
  return library;
}

/** The server that asks an authenticator. Credentials are bound to its domain, and their answers to its origin. */
export interface RelyingParty {
  id: string;
  origin: string;
  name: string;
}

/**
 * This server, as authenticators know it; undefined if browsers offer no WebAuthn for its address. They need https or
 * localhost, and a name, because a credential cannot be bound to an IP address.
 */
export function findRelyingParty({ publicUrl }: { publicUrl: string }): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  const isName = isIP(hostname) === 0 && !hostname.startsWith("[");
  if (!isName || (protocol !== "https:" && !isLocal)) return undefined;
  return { id: hostname, origin, name: "Paraline" };
}

// The fields that browsers send. The library checks their content, but trusts their types.

const bytes = z
  .string()
  .max(32 * 1024)
  .regex(/^[A-Za-z0-9_-]*$/);

const envelope = {
  id: bytes.min(1),
  rawId: bytes.min(1),
  type: z.literal("public-key"),
  clientExtensionResults: z.unknown().transform(() => ({})),
};

const registration = z.object({
  ...envelope,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,32}$/))
      .max(10)
      .optional()
      .catch(undefined),
  }),
});

const signature = z.object({
  ...envelope,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.nullish().transform((handle) => handle ?? undefined),
  }),
});

/** A new credential; undefined if its fields are malformed. */
function readRegistration(answer: unknown): z.output<typeof registration> | undefined {
  return registration.safeParse(answer).data;
}

/** A credential's signature; undefined if its fields are malformed. */
export function readSignature(answer: unknown): z.output<typeof signature> | undefined {
  return signature.safeParse(answer).data;
}
