import { address } from "./auth.ts";

export interface SignInProvider {
  id: string;
  /** As people know it. */
  name: string;
}

/** What this server offers for signing in. */
export interface AuthSettings {
  providers: SignInProvider[];
  /** Whether owners can connect and disconnect accounts of providers. */
  manual_linking: boolean;
  passkeys_enabled: boolean;
  /** Who sends texts to phones; empty where no one does. */
  sms_provider: string;
}

/** @throws when the server gives no answer */
export async function readAuthSettings(): Promise<AuthSettings> {
  const response = await fetch(address("/auth/v1/settings"));
  if (!response.ok) throw new Error("The sign-in settings could not be read.");
  return response.json();
}
