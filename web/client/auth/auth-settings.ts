import { authUrl } from "./auth-url.ts";

export interface SignInProvider {
  id: string;
  /** The name that people know. */
  name: string;
}

/** What this server offers for signing in. */
export interface AuthSettings {
  providers: SignInProvider[];
  /** Whether owners can connect and disconnect accounts of providers. */
  manual_linking: boolean;
  passkeys_enabled: boolean;
  /** Who sends texts to phones; empty if no one does. */
  sms_provider: string;
}

/** @throws when the server gives no answer */
export async function readAuthSettings(): Promise<AuthSettings> {
  const response = await fetch(authUrl("/settings"));
  if (!response.ok) throw new Error("The sign-in settings could not be read.");
  return response.json();
}
