import { authHeaders, authUrl, findSignInServer } from "./sign-in-server.ts";

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
  /** Whether no one may create an account. */
  disable_signup: boolean;
}

/** @throws when the server gives no answer */
export async function readAuthSettings(): Promise<AuthSettings> {
  const response = await fetch(authUrl("/settings"), { headers: authHeaders() });
  if (!response.ok) throw new Error("The sign-in settings could not be read.");
  const settings: SettingsAnswer = await response.json();
  return {
    providers: settings.providers ?? listKnownProviders(settings.external ?? {}),
    manual_linking: settings.manual_linking ?? false,
    // A passkey works only on the pages of the server that it was made for.
    passkeys_enabled: settings.passkeys_enabled === true && findSignInServer() === undefined,
    sms_provider: settings.sms_provider ?? "",
    disable_signup: settings.disable_signup ?? false,
  };
}

/** Not every sign-in server answers with all settings. */
type SettingsAnswer = Partial<AuthSettings> & { external?: Record<string, boolean> };

const knownProviders: readonly SignInProvider[] = [
  { id: "google", name: "Google" },
  { id: "github", name: "GitHub" },
  { id: "apple", name: "Apple" },
  { id: "azure", name: "Microsoft" },
];

function listKnownProviders(external: Record<string, boolean>): SignInProvider[] {
  return knownProviders.filter(({ id }) => external[id] === true);
}
