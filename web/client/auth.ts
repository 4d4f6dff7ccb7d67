import type { GoTrueClient } from "@supabase/auth-js";
import { paths } from "#contract/paths.ts";
import type { LinkOutcome } from "./mailed-link.ts";

/**
 * The session of this browser, kept by the auth library. The library is asked for only when a page needs a session:
 * this file is its one importer and loads it once.
 */

interface Person {
  user_id: string;
  email: string;
  /** An address that waits for its confirming link. */
  new_email: string | undefined;
}

/** `second_step`: signed in with the password, but the account asks for its second factor too. */
export type Session =
  | { kind: "checking" }
  | { kind: "signed_out" }
  | { kind: "second_step"; person: Person }
  | { kind: "signed_in"; person: Person }
  /** The session could not be checked: neither library nor server could be reached. */
  | { kind: "failed" };

export interface SecondFactor {
  id: string;
  name: string;
  created_at: string;
}

/** An authenticator app that is being set up: nothing depends on it before its first code. */
export interface NewFactor {
  id: string;
  /** The address of a picture to scan. */
  qr_code: string;
  /** The same to be typed. */
  secret: string;
}

const storage_key = "paraline.auth";

let session: Session = { kind: "checking" };
let linkOutcome: LinkOutcome | undefined;
let opening: Promise<GoTrueClient> | undefined;
/** Counts changes, so that a slow answer never overwrites a newer state. */
let change = 0;
const listeners = new Set<() => void>();

/** The session as known now; the same object until it changes. */
export function readSession(): Session {
  return session;
}

/** Calls back after every change of the session. Checks nothing by itself. */
export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Checks the session; again after a failed check. */
export function checkSession(): void {
  if (session.kind === "failed") publish({ kind: "checking" });
  openClient()
    .then(settle)
    .catch(() => publish({ kind: "failed" }));
}

/** What came of the link that opened this page; undefined when it was none, or when there is no more to say or do. */
export function readLinkOutcome(): LinkOutcome | undefined {
  return linkOutcome;
}

/** The access token, refreshed when it is about to expire; undefined when nobody is signed in. */
export async function readAccessToken(): Promise<string | undefined> {
  const client = await openClient();
  const { data } = await client.getSession();
  return data.session?.access_token;
}

/**
 * Signs in with address and password.
 * @throws AuthError as the server answered
 */
export async function signIn(email: string, password: string): Promise<Session> {
  const client = await openClient();
  const { error } = await client.signInWithPassword({ email, password });
  if (error) throw error;
  return settle(client);
}

/**
 * Makes an account. Where the server asks for a confirmed address first, nobody is signed in yet.
 * @param onward where the mailed link leads
 * @throws AuthError as the server answered
 */
export async function signUp(
  email: string,
  password: string,
  onward: string,
): Promise<"signed_in" | "confirm_address"> {
  const client = await openClient();
  const { data, error } = await client.signUp({
    email,
    password,
    options: { data: { time_zone: browserTimeZone() }, emailRedirectTo: address(onward) },
  });
  if (error) throw error;
  if (data.session === null) return "confirm_address";
  await settle(client);
  return "signed_in";
}

/**
 * Mails the link that proves an address: after sign-up, or when invitations wait for it.
 * @param onward where the link leads
 * @throws AuthError as the server answered
 */
export async function resendConfirmation(email: string, onward: string): Promise<void> {
  const client = await openClient();
  const { error } = await client.resend({
    type: "signup",
    email,
    options: { emailRedirectTo: address(onward) },
  });
  if (error) throw error;
}

/**
 * Mails a link and a code that let the holder of the address choose a new password.
 * @param onward where the link leads, for that
 * @throws AuthError as the server answered
 */
export async function sendRecovery(email: string, onward: string): Promise<void> {
  const client = await openClient();
  const { error } = await client.resetPasswordForEmail(email, {
    redirectTo: address(onward),
  });
  if (error) throw error;
}

/**
 * Confirms the address of the account that is signed in, with the six digits of the mail that asks for it.
 * @throws AuthError as the server answered
 */
export async function verifyAddressCode(email: string, code: string): Promise<void> {
  const client = await openClient();
  const { error } = await client.verifyOtp({ email, token: code, type: "signup" });
  if (error) throw error;
  await settle(client);
}

/**
 * Signs in with the six digits of the recovery mail.
 * @throws AuthError as the server answered
 */
export async function verifyRecoveryCode(email: string, code: string): Promise<Session> {
  const client = await openClient();
  const { error } = await client.verifyOtp({ email, token: code, type: "recovery" });
  if (error) throw error;
  linkOutcome = undefined;
  return settle(client);
}

/**
 * Sets a new password for whoever is signed in; every other session ends.
 * @param current the one so far; after a recovery it is not known
 * @throws AuthError as the server answered
 */
export async function changePassword(password: string, current?: string): Promise<void> {
  const client = await openClient();
  const { error } = await client.updateUser({
    password,
    ...(current !== undefined && { current_password: current }),
  });
  if (error) throw error;
  if (linkOutcome === "new_password") linkOutcome = undefined;
}

/**
 * Asks for another address. It counts once the link mailed there has been followed.
 * @param current the password, where the server asks for it
 * @throws AuthError as the server answered
 */
export async function changeEmail(email: string, current?: string): Promise<void> {
  const client = await openClient();
  const { error } = await client.updateUser(
    { email, ...(current !== undefined && { current_password: current }) },
    { emailRedirectTo: address(paths.settings) },
  );
  if (error) throw error;
  await settle(client);
}

/**
 * Mails the links of a change of address once more.
 * @param email the present address
 * @throws AuthError as the server answered
 */
export async function resendEmailChange(email: string): Promise<void> {
  const client = await openClient();
  const { error } = await client.resend({
    type: "email_change",
    email,
    options: { emailRedirectTo: address(paths.settings) },
  });
  if (error) throw error;
}

/**
 * The authenticator apps that may give the second step.
 * @throws AuthError as the server answered
 */
export async function listSecondFactors(): Promise<SecondFactor[]> {
  const client = await openClient();
  const { data, error } = await client.mfa.listFactors();
  if (error) throw error;
  return data.totp.map((factor, index) => ({
    id: factor.id,
    name: factor.friendly_name || `Authenticator ${index + 1}`,
    created_at: factor.created_at,
  }));
}

/**
 * Begins to set up an authenticator app; {@link takeSecondStep} with its first code finishes. One of the same name that
 * was begun and left gives way.
 * @param current the password, where the server asks for it
 * @throws AuthError as the server answered
 */
export async function addSecondFactor(name: string, current?: string): Promise<NewFactor> {
  const client = await openClient();
  const present = await client.mfa.listFactors();
  for (const { id, status, friendly_name } of present.data?.all ?? []) {
    if (status === "unverified" && friendly_name === name) {
      await client.mfa.unenroll({ factorId: id });
    }
  }
  const wish = { factor_type: "totp", friendly_name: name, current_password: current };
  const { id, totp } = await callFactors<{ id: string; totp: { qr_code: string; secret: string } }>(
    "POST",
    "/factors",
    wish,
  );
  return {
    id,
    qr_code: `data:image/svg+xml,${encodeURIComponent(totp.qr_code)}`,
    secret: totp.secret,
  };
}

/**
 * Removes an authenticator app, also one that was never finished.
 * @param current the password, where the server asks for it
 * @throws AuthError as the server answered
 */
export async function removeSecondFactor(factorId: string, current?: string): Promise<void> {
  await callFactors("DELETE", `/factors/${factorId}`, { current_password: current });
  // What the session was raised to has gone with it.
  await renewSession();
}

/**
 * A call that the library can only make without the current password.
 * @throws Error with the server's code and sentence
 */
async function callFactors<Answer>(
  method: "POST" | "DELETE",
  path: string,
  body: object,
): Promise<Answer> {
  const response = await fetch(address(`/auth/v1${path}`), {
    method,
    headers: {
      Authorization: `Bearer ${(await readAccessToken()) ?? ""}`,
      "Content-Type": "application/json",
      "X-Supabase-Api-Version": "2024-01-01",
    },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (response.ok) return answer;
  const { code, message } = answer;
  throw Object.assign(new Error(message), { code });
}

/**
 * Takes the second step with a code of the authenticator app.
 * @throws AuthError as the server answered
 */
export async function takeSecondStep(factorId: string, code: string): Promise<Session> {
  const client = await openClient();
  const { error } = await client.mfa.challengeAndVerify({ factorId, code });
  if (error) throw error;
  return settle(client);
}

/** Signs out of this browser; other devices stay signed in. Never depends on the network. */
export async function signOut(): Promise<void> {
  const client = await openClient();
  await client.signOut({ scope: "local" });
  await settle(client);
}

/**
 * Signs out everywhere but here.
 * @throws AuthError as the server answered
 */
export async function signOutElsewhere(): Promise<void> {
  const client = await openClient();
  const { error } = await client.signOut({ scope: "others" });
  if (error) throw error;
}

/** Asks the server who this is, when an answer has shown that the kept session is out of date; ends one it won't renew. */
export async function renewSession(): Promise<void> {
  const client = await openClient();
  const { error } = await client.refreshSession();
  if (error !== null && error.name !== "AuthRetryableFetchError") {
    await client.signOut({ scope: "local" });
  }
  await settle(client);
}

/** The zone of this browser, for accounts that have none yet. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function openClient(): Promise<GoTrueClient> {
  opening ??= import("@supabase/auth-js").then(
    async ({ AuthClient: Client }) => {
      const client: GoTrueClient = new Client({
        url: address("/auth/v1"),
        storageKey: storage_key,
        flowType: "pkce",
        detectSessionInUrl: true,
        persistSession: true,
        autoRefreshToken: true,
        fetch: async (input, init) => fetch(input, await asSignedIn(client, input, init)),
      });
      // Before the library takes anything out of the address.
      const opened = isOpenedByLink() ? location.href : undefined;
      const { error } = await client.initialize();
      if (opened !== undefined) {
        const { finishLink } = await import("./mailed-link.ts");
        linkOutcome = await finishLink(client, opened, error);
      }
      // What an event changes is looked up after it: the library must not wait for its own listener.
      client.onAuthStateChange(() => void settle(client));
      // The word of another tab can be here before what it changed in the storage is.
      addEventListener("storage", ({ key }) => {
        if (key === storage_key || key === null) void settle(client);
      });
      if (import.meta.hot) import.meta.hot.dispose(() => void client.dispose());
      return client;
    },
    (error: unknown) => {
      opening = undefined;
      throw error;
    },
  );
  return opening;
}

async function settle(client: GoTrueClient): Promise<Session> {
  change += 1;
  const mine = change;
  const [{ data, error }, level] = await Promise.all([
    client.getSession(),
    client.mfa.getAuthenticatorAssuranceLevel(),
  ]);
  if (mine !== change) return session;
  // An outage signs nobody out.
  if (error?.name === "AuthRetryableFetchError") {
    return session.kind === "checking" ? publish({ kind: "failed" }) : session;
  }
  const user = data.session?.user;
  if (user === undefined) return publish({ kind: "signed_out" });
  const person = { user_id: user.id, email: user.email ?? "", new_email: user.new_email };
  const waits = level.data?.nextLevel === "aal2" && level.data.currentLevel !== "aal2";
  return publish({ kind: waits ? "second_step" : "signed_in", person });
}

function publish(next: Session): Session {
  if (!isSame(session, next)) {
    session = next;
    for (const listener of listeners) listener();
  }
  return session;
}

function isSame(a: Session, b: Session): boolean {
  if (a.kind !== b.kind) return false;
  if (!("person" in a) || !("person" in b)) return true;
  return (
    a.person.user_id === b.person.user_id &&
    a.person.email === b.person.email &&
    a.person.new_email === b.person.new_email
  );
}

/**
 * Calls that a mailed proof goes with tell the server who is signed in here: an address is confirmed from within its own
 * account without anything else changing.
 */
async function asSignedIn(
  client: GoTrueClient,
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): Promise<RequestInit | undefined> {
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  if (!/\/auth\/v1\/(?:verify|resend)$/.test(pathname)) return init;
  const { data } = await client.getSession();
  if (data.session === null) return init;
  const headers = new Headers(init?.headers);
  headers.set("Authorization", `Bearer ${data.session.access_token}`);
  return { ...init, headers };
}

/** Whether a mailed link may have put something into the address of this page. */
function isOpenedByLink(): boolean {
  return /[?&#](?:code|token_hash|access_token|error|message)=/.test(location.href);
}

function address(path: string): string {
  return `${location.origin}${path}`;
}
