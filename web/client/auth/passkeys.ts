import { call, callAuth, reloadSession, type Session } from "./auth.ts";
import { authCode } from "./auth-code.ts";

export interface Passkey {
  id: string;
  name: string;
  created_at: string;
  last_used_at: string | undefined;
}

export async function canSuggestPasskeys(): Promise<boolean> {
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}

export async function signInByPasskey(): Promise<Session> {
  await call((client) => client.signInWithPasskey());
  return reloadSession();
}

export async function signInBySuggestion(signal: AbortSignal): Promise<Session> {
  const options = { mediation: "conditional", signal } as const;
  await call((client) => client.signInWithPasskey({ options }));
  return reloadSession();
}

export async function listPasskeys(): Promise<Passkey[]> {
  const { data } = await call((client) => client.passkey.list());
  return data.map(({ id, friendly_name, created_at, last_used_at }, index) => ({
    id,
    name: friendly_name || `Passkey ${index + 1}`,
    created_at,
    last_used_at,
  }));
}

/** The library's own call takes no password. */
export async function addPasskey(name: string, current?: string): Promise<void> {
  const { challenge_id, options } = await callAuth<{
    challenge_id: string;
    options: PublicKeyCredentialCreationOptionsJSON;
  }>("POST", "/passkeys/registration/options", { current_password: current });
  const publicKey = readCreationOptions(options);
  const credential = encodeRegistration(
    requireKey(await navigator.credentials.create({ publicKey })),
  );
  const answer = { challenge_id, credential };
  const { id } = await callAuth<{ id: string }>("POST", "/passkeys/registration/verify", answer);
  // It also works without its name.
  await renamePasskey(id, name).catch(() => {});
}

/** By hand, as {@link encodeRegistration}: not every browser has `parseCreationOptionsFromJSON` and `toJSON` yet. */
function readCreationOptions(
  options: PublicKeyCredentialCreationOptionsJSON,
): PublicKeyCredentialCreationOptions {
  const { challenge, user, excludeCredentials = [] } = options;
  return {
    ...(options as object as PublicKeyCredentialCreationOptions),
    challenge: decodeBytes(challenge),
    user: { ...user, id: decodeBytes(user.id) },
    excludeCredentials: excludeCredentials.map((credential) => ({
      ...(credential as object as PublicKeyCredentialDescriptor),
      id: decodeBytes(credential.id),
    })),
  };
}

function encodeRegistration({ id, type, response }: PublicKeyCredential) {
  const made = response as AuthenticatorAttestationResponse;
  return {
    id,
    rawId: id,
    type,
    clientExtensionResults: {},
    response: {
      clientDataJSON: encodeText(made.clientDataJSON),
      attestationObject: encodeText(made.attestationObject),
      transports: made.getTransports?.() ?? [],
    },
  };
}

function decodeBytes(base64Url: string): Uint8Array<ArrayBuffer> {
  const bytes = atob(base64Url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(bytes, (character) => character.charCodeAt(0));
}

function encodeText(bytes: ArrayBuffer): string {
  const characters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte));
  return btoa(characters.join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function requireKey(credential: Credential | null): PublicKeyCredential {
  if (credential instanceof PublicKeyCredential) return credential;
  throw new DOMException("", "NotAllowedError");
}

export async function renamePasskey(passkeyId: string, name: string): Promise<void> {
  await call((client) => client.passkey.update({ passkeyId, friendlyName: name }));
}

export async function removePasskey(passkeyId: string, current?: string): Promise<void> {
  await callAuth("DELETE", `/passkeys/${passkeyId}`, { current_password: current });
}

/** If that is not completed, the key is removed again. */
export async function addSecurityKey(
  name: string,
  current: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const wanted = { factor_type: "webauthn", friendly_name: name, current_password: current };
  const { id } = await callAuth<{ id: string }>("POST", "/factors", wanted);
  try {
    await answerSecurityKey(id, signal);
  } catch (error) {
    await callAuth("DELETE", `/factors/${id}`, {}).catch(() => {});
    throw error;
  }
  await reloadSession();
}

export async function passBySecurityKey(factorId: string, signal: AbortSignal): Promise<Session> {
  await answerSecurityKey(factorId, signal);
  return reloadSession();
}

/** Asks the browser directly, because the library would refuse the device itself as a security key. */
async function answerSecurityKey(factorId: string, signal: AbortSignal): Promise<void> {
  const rp = { rpId: location.hostname, rpOrigins: [location.origin] };
  const { data } = await call((client) => client.mfa.challenge({ factorId, webauthn: rp }));
  const { type, credential_options: options } = data.webauthn;
  const credential = requireKey(
    type === "create"
      ? await navigator.credentials.create({ ...(options as CredentialCreationOptions), signal })
      : await navigator.credentials.get({ ...(options as CredentialRequestOptions), signal }),
  );
  const answer = { type, ...rp, credential_response: credential };
  await call((client) =>
    client.mfa.verify({ factorId, challengeId: data.id, webauthn: answer as never }),
  );
}

export function isCancelled(error: unknown): boolean {
  return ["NotAllowedError", "AbortError"].includes(findErrorName(error));
}

export function passkeyMessage(error: unknown): string | undefined {
  switch (findErrorName(error)) {
    case "NotAllowedError":
    case "AbortError":
      return "Nothing was confirmed. Try again, or choose another way.";
    case "InvalidStateError":
      return "This device or key has already been added.";
    case "SecurityError":
    case "NotSupportedError":
      return "This browser or key can't be used for that. Try another one.";
    default:
      return undefined;
  }
}

/** The library may have wrapped the browser's error. */
function findErrorName(error: unknown): string {
  const { name = "", cause } = error as { name?: string; cause?: { name?: string } | undefined };
  const isWrapped = authCode(error)?.startsWith("ERROR_") === true;
  return isWrapped ? (cause?.name ?? name) : name;
}
