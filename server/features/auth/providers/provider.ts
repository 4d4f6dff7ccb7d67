import type { SignInProvider } from "#server/config/sign-in-providers.ts";

/** What a provider says of a person who has signed in there. */
export interface ProviderPerson {
  provider: SignInProvider["id"];
  /** Theirs alone at the provider, for good. */
  subject: string;
  issuer: string;
  /** As accounts have it; undefined where the provider tells none that is an address. */
  email: string | undefined;
  /** Whether the provider has made sure that the address is theirs, by a word that counts for it. */
  is_email_verified: boolean;
  full_name: string | undefined;
  user_name: string | undefined;
}

/** The provider's own tokens, for the client that asked; never stored in plain. */
export interface ProviderTokens {
  provider_token?: string | undefined;
  provider_refresh_token?: string | undefined;
}

/** What a sign-in at a provider is begun with, and finished with. */
export interface ProviderRequest {
  state: string;
  verifier: string;
  nonce: string;
}

/** Where people can sign in instead of here. Its calls leave the server, so they are not made inside a transaction. */
export interface Provider {
  readonly id: SignInProvider["id"];
  readonly name: string;
  /**
   * Where people sign in.
   * @param further parameters that only the provider knows
   * @throws AuthError provider_unavailable
   */
  begin(
    request: ProviderRequest,
    given: { scopes: string | undefined; further: Readonly<Record<string, string>> },
  ): Promise<URL>;
  /**
   * Who has signed in.
   * @param answer what the provider sent back with them
   * @throws AuthError provider_unavailable; bad_oauth_callback for an answer that does not hold
   */
  finish(
    request: ProviderRequest,
    answer: ReadonlyMap<string, string>,
  ): Promise<{ person: ProviderPerson; tokens: ProviderTokens }>;
  /**
   * Who an id token is about; undefined where the provider makes none.
   * @param nonce what the token was asked for with, before it was hashed
   * @throws AuthError provider_unavailable; bad_jwt for a token that does not hold
   */
  readIdToken?(idToken: string, nonce: string | undefined): Promise<ProviderPerson>;
}
