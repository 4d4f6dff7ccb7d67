import { authUrl } from "./auth-url.ts";

export interface SignInProvider {
  id: string;
  name: string;
}

export interface AuthSettings {
  providers: SignInProvider[];
  manual_linking: boolean;
  passkeys_enabled: boolean;
  /** Who sends texts to phones; empty if no one does. */
  sms_provider: string;
}

export async function readAuthSettings(): Promise<AuthSettings> {
  const response = await fetch(authUrl("/settings"));
  if (!response.ok) throw new Error("The sign-in settings could not be read.");
  return response.json();
}
