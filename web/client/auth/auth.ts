import type { AuthError, GoTrueClient } from "@supabase/auth-js";
import { paths } from "#contract/paths.ts";
import { authUrl } from "./auth-url.ts";
import type { LinkOutcome } from "./emailed-link.ts";
import { sessionKey } from "./session-key.ts";

/** This browser's session. This file alone imports the auth library, and loads it once, when a page needs a session. */

interface Person {
  user_id: string;
  email: string;
  new_email: string | undefined;
}

/** `second_step`: the account also requires its second factor. `isRecovery`: a recovery email began the session. */
export type Session =
  | { kind: "checking" }
  | { kind: "signed_out" }
  | { kind: "second_step"; person: Person; isRecovery: boolean }
  | { kind: "signed_in"; person: Person }
  /** The session could not be checked: the library or the server was unreachable. */
  | { kind: "failed" };

export interface SecondFactor {
  id: string;
  type: "totp" | "phone" | "webauthn";
  name: string;
  ending?: string | undefined;
  created_at: string;
}

export interface RecoveryCodeCount {
  total: number;
  remaining: number;
}

export interface NewFactor {
  id: string;
  qr_code: string;
  secret: string;
}

let session: Session = { kind: "checking" };
let linkOutcome: LinkOutcome | undefined;
let opening: Promise<GoTrueClient> | undefined;
/** Counts changes, so that a slow response never overwrites a newer state. */
let change = 0;
const listeners = new Set<() => void>();

/** The session as currently known; the same object until it changes. */
export function readSession(): Session {
  return session;
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function checkSession(): void {
  if (session.kind === "failed") publish({ kind: "checking" });
  openClient()
    .then(loadSession)
    .catch(() => publish({ kind: "failed" }));
}

/** Undefined if no link opened this page, or when there is no more to say or do. */
export function readLinkOutcome(): LinkOutcome | undefined {
  return linkOutcome;
}

export async function readAccessToken(): Promise<string | undefined> {
  const client = await openClient();
  const { data } = await client.getSession();
  return data.session?.access_token;
}

/** @param captchaToken the token of the captcha's widget, if this server has one; the same for all calls below */
export async function signIn(
  email: string,
  password: string,
  captchaToken?: string,
): Promise<Session> {
  await call((client) =>
    client.signInWithPassword({ email, password, options: captcha(captchaToken) }),
  );
  return reloadSession();
}

/** If the server requires a confirmed address first, nobody is signed in yet. */
export async function signUp(
  email: string,
  password: string,
  onward: string,
  captchaToken?: string,
): Promise<"signed_in" | "confirm_address"> {
  const options = newAccountOptions(onward, captchaToken);
  const { data } = await call((client) => client.signUp({ email, password, options }));
  if (data.session === null) return "confirm_address";
  await reloadSession();
  return "signed_in";
}

export async function resendConfirmation(
  email: string,
  onward: string,
  captchaToken?: string,
): Promise<void> {
  const options = { emailRedirectTo: address(onward), ...captcha(captchaToken) };
  await call((client) => client.resend({ type: "signup", email, options }));
}

export async function sendRecovery(
  email: string,
  onward: string,
  captchaToken?: string,
): Promise<void> {
  const options = { redirectTo: address(onward), ...captcha(captchaToken) };
  await call((client) => client.resetPasswordForEmail(email, options));
}

export async function sendSignInLink(
  email: string,
  onward: string,
  captchaToken?: string,
): Promise<void> {
  const options = newAccountOptions(onward, captchaToken);
  await call((client) => client.signInWithOtp({ email, options }));
}

export async function verifySignInCode(email: string, code: string): Promise<Session> {
  await call((client) => client.verifyOtp({ email, token: code, type: "email" }));
  return reloadSession();
}

/** Emails a code with which the signed-in account can change its password without the current one. */
export async function sendPasswordCode(): Promise<void> {
  await call((client) => client.reauthenticate());
}

/** If the account is signed in here, nothing else changes; otherwise it counts as a recovery. */
export async function verifyAddressCode(email: string, code: string): Promise<Session> {
  await call((client) => client.verifyOtp({ email, token: code, type: "signup" }));
  return reloadSession();
}

export async function verifyRecoveryEmailCode(email: string, code: string): Promise<Session> {
  await call((client) => client.verifyOtp({ email, token: code, type: "recovery" }));
  linkOutcome = undefined;
  return reloadSession();
}

/** Every other session ends. @param current the old password; unknown after a recovery */
export async function changePassword(password: string, current?: string): Promise<void> {
  await call((client) => client.updateUser({ password, ...proof(current) }));
  if (linkOutcome === "new_password") linkOutcome = undefined;
}

export async function changePasswordByCode(password: string, code: string): Promise<void> {
  await call((client) => client.updateUser({ password, nonce: code }));
}

/** It takes effect once the link emailed to the new address has been followed. */
export async function changeEmail(email: string, current?: string): Promise<void> {
  const options = { emailRedirectTo: address(paths.settings) };
  await call((client) => client.updateUser({ email, ...proof(current) }, options));
  await reloadSession();
}

export async function resendEmailChange(email: string): Promise<void> {
  const options = { emailRedirectTo: address(paths.settings) };
  await call((client) => client.resend({ type: "email_change", email, options }));
}

const factorNouns = { totp: "Authenticator", webauthn: "Security key", phone: "Phone" };

export async function listSecondFactors(): Promise<SecondFactor[]> {
  const { data } = await call((client) => client.mfa.listFactors());
  return (["totp", "webauthn", "phone"] as const).flatMap((type) =>
    data[type].map((factor, index) => ({
      id: factor.id,
      type,
      name: factor.friendly_name || `${factorNouns[type]} ${index + 1}`,
      ending: "phone" in factor ? /\d+$/.exec(String(factor.phone))?.[0] : undefined,
      created_at: factor.created_at,
    })),
  );
}

/** {@link verifySecondStep} with the first code finishes it. Replaces an unfinished one of the same name. */
export async function addSecondFactor(name: string, current?: string): Promise<NewFactor> {
  await removeUnfinishedFactor(name);
  const factor = { factor_type: "totp", friendly_name: name, current_password: current };
  const { id, totp } = await callAuth<{ id: string; totp: { qr_code: string; secret: string } }>(
    "POST",
    "/factors",
    factor,
  );
  return {
    id,
    qr_code: `data:image/svg+xml,${encodeURIComponent(totp.qr_code)}`,
    secret: totp.secret,
  };
}

/** Removes an unfinished factor, so that its name can be used again after the setup was cancelled. */
export async function removeUnfinishedFactor(name: string): Promise<void> {
  const client = await openClient();
  const present = await client.mfa.listFactors();
  for (const { id, status, friendly_name } of present.data?.all ?? []) {
    if (status === "unverified" && friendly_name === name) {
      await client.mfa.unenroll({ factorId: id });
    }
  }
}

export async function removeSecondFactor(factorId: string, current?: string): Promise<void> {
  await callAuth("DELETE", `/factors/${factorId}`, { current_password: current });
  // With it, the session loses its higher level.
  await renewSession();
}

/** A call that the library can only make without the current password, or not at all. */
export async function callAuth<Answer>(
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(authUrl(path), {
    method,
    headers: {
      Authorization: `Bearer ${(await readAccessToken()) ?? ""}`,
      "X-Supabase-Api-Version": "2024-01-01",
      ...(body && { "Content-Type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer = text === "" ? undefined : JSON.parse(text);
  if (response.ok) return answer;
  throw Object.assign(new Error(answer?.message), { code: answer?.code });
}

export async function verifySecondStep(factorId: string, code: string): Promise<Session> {
  await call((client) => client.mfa.challengeAndVerify({ factorId, code }));
  return reloadSession();
}

export async function readRecoveryCodes(): Promise<RecoveryCodeCount | undefined> {
  const { data: factors } = await call((client) => client.mfa.listFactors());
  if (factors.recovery_code.length === 0) return undefined;
  const { data } = await call((client) => client.mfa.recoveryCodes.getStatus());
  return { total: data.total, remaining: data.remaining };
}

/** @param replaces whether the account has codes, which stop working */
export async function createRecoveryCodes(replaces: boolean, current?: string): Promise<string[]> {
  const path = replaces ? "/factors/recovery-codes/regenerate" : "/factors/recovery-codes";
  const { codes } = await callAuth<{ codes: string[] }>("POST", path, proof(current));
  // The renewed session includes them.
  await renewSession();
  return codes;
}

export async function verifyRecoveryCode(code: string): Promise<Session> {
  await call((client) => client.mfa.recoveryCodes.verify({ code }));
  return reloadSession();
}

/** Signs out of this browser; other devices stay signed in. Never depends on the network. */
export async function signOut(): Promise<void> {
  const client = await openClient();
  await client.signOut({ scope: "local" });
  await loadSession(client);
}

export async function signOutElsewhere(): Promise<void> {
  await call((client) => client.signOut({ scope: "others" }));
}

/** Asks the server who is signed in, and ends a session that it won't renew. */
export async function renewSession(): Promise<void> {
  const client = await openClient();
  const { error } = await client.refreshSession();
  if (error !== null && error.name !== "AuthRetryableFetchError") {
    await client.signOut({ scope: "local" });
  }
  await loadSession(client);
}

export async function call<Answer extends { error: AuthError | Error | null }>(
  make: (client: GoTrueClient) => Promise<Answer>,
): Promise<Extract<Answer, { error: null }>> {
  const answer = await make(await openClient());
  if (answer.error) throw answer.error;
  return answer as Extract<Answer, { error: null }>;
}

function newAccountOptions(onward: string, captchaToken: string | undefined) {
  const data = { time_zone: browserTimeZone() };
  return { data, emailRedirectTo: address(onward), ...captcha(captchaToken) };
}

function captcha(captchaToken: string | undefined) {
  return captchaToken === undefined ? {} : { captchaToken };
}

function proof(current: string | undefined) {
  return current === undefined ? {} : { current_password: current };
}

export async function reloadSession(): Promise<Session> {
  return loadSession(await openClient());
}

export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function openClient(): Promise<GoTrueClient> {
  opening ??= import("@supabase/auth-js").then(
    async ({ AuthClient: Client }) => {
      const client: GoTrueClient = new Client({
        url: authUrl(""),
        storageKey: sessionKey,
        flowType: "pkce",
        detectSessionInUrl: true,
        persistSession: true,
        autoRefreshToken: true,
        experimental: { recoveryCodes: true },
        fetch: async (input, init) => fetch(input, await withSession(client, input, init)),
      });
      // The address is read before the library removes anything from it.
      const opened = isOpenedByLink() ? location.href : undefined;
      const { error } = await client.initialize();
      if (opened !== undefined) {
        const { finishLink } = await import("./emailed-link.ts");
        linkOutcome = await finishLink(client, opened, error);
      }
      // The change is looked up after the event, because the library must not wait for its own listener.
      client.onAuthStateChange(() => void loadSession(client));
      // Another tab's message can arrive before its change to the storage does.
      addEventListener("storage", ({ key }) => {
        if (key === sessionKey || key === null) void loadSession(client);
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

async function loadSession(client: GoTrueClient): Promise<Session> {
  change += 1;
  const mine = change;
  const [{ data, error }, level] = await Promise.all([
    client.getSession(),
    client.mfa.getAuthenticatorAssuranceLevel(),
  ]);
  if (mine !== change) return session;
  // An outage must not sign anybody out.
  if (error?.name === "AuthRetryableFetchError") {
    return session.kind === "checking" ? publish({ kind: "failed" }) : session;
  }
  const user = data.session?.user;
  if (user === undefined) return publish({ kind: "signed_out" });
  const person = { user_id: user.id, email: user.email ?? "", new_email: user.new_email };
  const waits = level.data?.nextLevel === "aal2" && level.data.currentLevel !== "aal2";
  if (!waits) return publish({ kind: "signed_in", person });
  const methods = level.data?.currentAuthenticationMethods ?? [];
  const isRecovery = methods.some(
    (entry) => typeof entry !== "string" && entry.method === "recovery",
  );
  return publish({ kind: "second_step", person, isRecovery });
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

/** Tells the server who is signed in here: if that is the account itself, an emailed proof changes nothing else. */
async function withSession(
  client: GoTrueClient,
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): Promise<RequestInit | undefined> {
  const { href } = new URL(input instanceof Request ? input.url : input);
  const path = href.slice(authUrl("").length).split("?")[0];
  if (path !== "/verify" && path !== "/resend") return init;
  const { data } = await client.getSession();
  if (data.session === null) return init;
  const headers = new Headers(init?.headers);
  headers.set("Authorization", `Bearer ${data.session.access_token}`);
  return { ...init, headers };
}

/** Whether an emailed link may have put something into this page's address. */
function isOpenedByLink(): boolean {
  return /[?&#](?:code|token_hash|access_token|error|message)=/.test(location.href);
}

export function address(path: string): string {
  return `${location.origin}${path}`;
}
