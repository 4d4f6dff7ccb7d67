import type { AppScope } from "#contract/auth/scopes.ts";
import { isSignedOut } from "#contract/errors.ts";
import { callAuth, renewSession, signOut } from "./auth.ts";
import { authCode } from "./auth-code.ts";

interface App {
  id: string;
  /** The name that the app gave itself, which is not verified. */
  name: string;
}

export interface ConnectedApp {
  client: App;
  scopes: AppScope[];
  granted_at: string;
  last_used_at: string | null;
}

export interface ConnectionRequest {
  redirect_uri: string;
  client: App;
  user: { email: string };
  /** Names of scopes, with spaces between them. */
  scope: string;
}

export interface ConnectionAnswer {
  redirect_url: string;
}

export function readConnectionRequest(id: string): Promise<ConnectionRequest | ConnectionAnswer> {
  return call("GET", `/oauth/authorizations/${encodeURIComponent(id)}`);
}

export function answerConnectionRequest(
  id: string,
  action: "approve" | "deny",
  current?: string,
): Promise<ConnectionAnswer> {
  const body = { action, current_password: current };
  return call("POST", `/oauth/authorizations/${encodeURIComponent(id)}/consent`, body);
}

export function listConnectedApps(): Promise<ConnectedApp[]> {
  return call("GET", "/user/oauth/grants");
}

export async function disconnectApp(clientId: string): Promise<void> {
  await call("DELETE", `/user/oauth/grants?client_id=${encodeURIComponent(clientId)}`);
}

/** A call that also updates the session, if the server says that it has changed. */
async function call<Result>(
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: object,
): Promise<Result> {
  try {
    return await callAuth<Result>(method, path, body);
  } catch (error) {
    const code = authCode(error) ?? "";
    if (isSignedOut(code) || code === "no_authorization") await signOut();
    if (code === "insufficient_aal") await renewSession();
    throw error;
  }
}
