import type { ColumnType } from "kysely";
import type { AppScope } from "#contract/auth/scopes.ts";
import type { SigningAlgorithm } from "#server/config/signing-algorithms.ts";

/** Written as JSON text, read back parsed. */
type Json<T> = ColumnType<T, string, string>;
/** Set on insert and never changed. */
type Fixed<T> = ColumnType<T, T, never>;

/** How a session was begun or strengthened, newest first. */
type AuthenticationMethod = { method: string; timestamp: number };

export type AssuranceLevel = "aal1" | "aal2";

export interface UsersTable {
  id: Fixed<string>;
  /** Lower-cased and NFC-normalized; unique in that form. */
  email: string;
  /** Once it is set, the account may sign in. Set at sign-up, without proof, if addresses need no confirmation. */
  email_confirmed_at: Date | null;
  /** Set only when an emailed link or code is used, or by a provider that has verified the address. */
  email_proven_at: Date | null;
  password_hash: string | null;
  /** The new address of a pending change. */
  new_email: string | null;
  /** Addresses that the account had before. Its owner cannot invite them. */
  former_emails: ColumnType<string[], string[] | undefined, string[]>;
  /** Which addresses have confirmed a pending change so far: 0 none, 1 the new one, 2 the old one. */
  email_change_confirmed: ColumnType<number, number | undefined, number>;
  /** When the pending change was requested. */
  email_change_asked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  app_metadata: Json<Record<string, unknown>>;
  user_metadata: Json<Record<string, unknown>>;
  last_sign_in_at: Date | null;
  confirmation_sent_at: Date | null;
  recovery_sent_at: Date | null;
  email_change_sent_at: Date | null;
  banned_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** When the account was last reset for the owner of its address. */
  reset_at: ColumnType<Date | null, null | undefined, Date>;
  created_at: Fixed<Date>;
  updated_at: Date;
}

export interface IdentitiesTable {
  id: Fixed<string>;
  user_id: Fixed<string>;
  provider: Fixed<string>;
  /** The provider's subject; for an email identity, the user's id. */
  provider_id: Fixed<string>;
  identity_data: Json<Record<string, unknown>>;
  email: ColumnType<string | null, never, never>;
  last_sign_in_at: Date | null;
  created_at: Fixed<Date>;
  updated_at: Date;
}

export interface SessionsTable {
  id: Fixed<string>;
  user_id: Fixed<string>;
  aal: AssuranceLevel;
  amr: Json<AuthenticationMethod[]>;
  /** The second factor that raised the assurance level. */
  factor_id: ColumnType<string | null, undefined, string | null>;
  refresh_counter: ColumnType<number, undefined, number>;
  /** Refresh tokens with a lower counter were issued before the second factor was passed. */
  refresh_floor: ColumnType<number, undefined, number>;
  /** The newest counter whose tokens are known to have arrived, because one of them was used. */
  used_counter: ColumnType<number, undefined, number>;
  /** The counter of the refresh token that was exchanged for the newest tokens; null before the first refresh. */
  exchanged_counter: ColumnType<number | null, undefined, number>;
  /**
   * The passkey with which this session, or the one that connected the app, began. The session ends with the passkey.
   */
  passkey_id: ColumnType<string | null, string | undefined, null>;
  /** The session began with a recovery, which takes effect when the session passes the second step. */
  recovery_pending: ColumnType<boolean, boolean | undefined, boolean>;
  /** Set if the session belongs to an app. It is not a sign-in, and only reads what its scopes name. */
  oauth_client_id: ColumnType<string | null, string | undefined, never>;
  scopes: ColumnType<AppScope[] | null, AppScope[] | undefined, AppScope[]>;
  /** When the app last made a call, to within minutes. */
  app_used_at: ColumnType<Date | null, undefined, Date>;
  refreshed_at: Date;
  user_agent: string | null;
  ip: string | null;
  created_at: Fixed<Date>;
}

/** The types of second steps, as the client library names them. */
export type FactorTypeName = "totp" | "phone" | "webauthn";

/** A public key credential, as its authenticator presented it; bytes are base64url. */
export interface StoredCredential {
  id: string;
  public_key: string;
  /** How often it was used, if its authenticator counts. */
  counter: number;
  transports: string[];
  /** The model of the authenticator; all zeros if it is not known. */
  aaguid: string;
}

export interface MfaFactorsTable {
  id: Fixed<string>;
  user_id: Fixed<string>;
  factor_type: Fixed<FactorTypeName>;
  friendly_name: Fixed<string>;
  status: "unverified" | "verified";
  /** The secret of an authenticator app, or the number of a phone. */
  secret_encrypted: ColumnType<Buffer | null, Buffer | undefined, Buffer>;
  /** The last digits of a phone's number, to be shown. */
  phone_ending: ColumnType<string | null, string | undefined, never>;
  /** Set for security keys and passkeys once their first answer was right. */
  webauthn: ColumnType<StoredCredential | null, undefined, string>;
  /** The last accepted time step; it and earlier ones are never accepted again. */
  last_step: ColumnType<number | null, undefined, number>;
  last_challenged_at: ColumnType<Date | null, undefined, Date>;
  created_at: Fixed<Date>;
  updated_at: Date;
}

export interface MfaChallengesTable {
  id: Fixed<string>;
  factor_id: Fixed<string>;
  /** A challenge belongs to the session that asked for it. */
  session_id: Fixed<string>;
  failures: ColumnType<number, undefined, number>;
  /** What an authenticator is to sign; null for codes. */
  webauthn_challenge: ColumnType<string | null, string | undefined, never>;
  /** The hash of the code in the newest text; null until one was sent. */
  code_hash: ColumnType<Buffer | null, undefined, Buffer>;
  text_sent_at: ColumnType<Date | null, undefined, Date>;
  expires_at: Fixed<Date>;
  created_at: Fixed<Date>;
}

/** Credentials that sign in without a password. */
export interface PasskeysTable {
  id: Fixed<string>;
  user_id: Fixed<string>;
  credential_id: Fixed<string>;
  credential: Json<StoredCredential>;
  friendly_name: string;
  last_used_at: ColumnType<Date | null, undefined, Date>;
  created_at: Fixed<Date>;
  updated_at: Date;
}

/** What an authenticator is to sign when a passkey is added or used. Each challenge works once. */
export interface PasskeyChallengesTable {
  id: Fixed<string>;
  /** The session that adds a passkey; null for a sign-in. */
  session_id: Fixed<string | null>;
  challenge: Fixed<string>;
  expires_at: Fixed<Date>;
  created_at: Fixed<Date>;
}

/** The recovery codes of an account: one set at most. */
export interface RecoveryCodeSetsTable {
  id: Fixed<string>;
  user_id: Fixed<string>;
  friendly_name: Fixed<string>;
  /** The key that the codes of this set are hashed with. */
  key_encrypted: Buffer;
  created_at: Fixed<Date>;
  /** When the codes were made. */
  updated_at: Date;
}

export interface RecoveryCodesTable {
  set_id: Fixed<string>;
  code_hash: Fixed<Buffer>;
  used_at: ColumnType<Date | null, undefined, Date>;
}

/** Networks from which an account was signed in to. */
export interface KnownNetworksTable {
  user_id: Fixed<string>;
  /** A keyed hash, different for each account. */
  network_hash: Fixed<Buffer>;
  last_used_at: Date;
}

/** Kinds of device from which an account was signed in to, such as Firefox on Windows. */
export interface KnownDevicesTable {
  user_id: Fixed<string>;
  /** A keyed hash, different for each account. */
  device_hash: Fixed<Buffer>;
  last_used_at: Date;
}

/** Addresses that the operator lets sign up. An address is deleted when it gets an account. */
interface InvitedAddressesTable {
  email: Fixed<string>;
  invited_at: Fixed<Date>;
}

/** Consecutive wrong codes of the second factor; a right one deletes the row. */
export interface WrongCodesTable {
  user_id: Fixed<string>;
  /** How the sessions in which they were typed began. */
  signed_in_by: Fixed<"password" | "mail" | "provider" | "second_step">;
  in_a_row: number;
  last_at: Date;
}

/** What an emailed link or code is for. */
export type OneTimePurpose =
  | "signup"
  | "recovery"
  | "email_change_new"
  | "email_change_old"
  | "magiclink"
  | "reauthentication"
  | "not_me";

export interface OneTimeTokensTable {
  id: Fixed<string>;
  /** Null for a sign-in link to an address without an account. */
  user_id: Fixed<string | null>;
  purpose: Fixed<OneTimePurpose>;
  /** Null if there is no link, or once it was followed while its code is still valid. */
  link_hash: Buffer | null;
  /** Null if there is no code, or if a newer email has replaced it. */
  code_hash: Buffer | null;
  /** The address it was emailed to. */
  relates_to: Fixed<string>;
  flow_state_id: Fixed<string>;
  /** Attempts at its code from networks from which nobody has signed in to the account. */
  failures: ColumnType<number, undefined, number>;
  /** Attempts at its code from networks from which somebody has signed in to the account. */
  failures_at_known_networks: ColumnType<number, undefined, number>;
  expires_at: Fixed<Date>;
  created_at: Fixed<Date>;
}

/** The purpose of a request for an emailed link; deleted when the link's flow is finished. */
export interface FlowStatesTable {
  id: Fixed<string>;
  /** Null when the address belongs to no one; the request is processed identically. */
  user_id: Fixed<string | null>;
  method: Fixed<
    "signup" | "recovery" | "email_change" | "magiclink" | "reauthentication" | "not_me"
  >;
  email: Fixed<string>;
  redirect_to: Fixed<string>;
  code_challenge: Fixed<string | null>;
  code_challenge_method: Fixed<"s256" | "plain" | null>;
  /**
   * Whether it was requested by the call that created the account, or from one of the account's sessions: only then
   * does the challenge belong to the account. Set to false when the present address completes a change, since its code
   * proves nothing about the new address.
   */
  asked_by_account: ColumnType<boolean, boolean, false>;
  auth_code_hash: ColumnType<Buffer | null, undefined, Buffer | null>;
  auth_code_issued_at: ColumnType<Date | null, undefined, Date>;
  /** What a sign-in link gives to the account that it creates; only in the browser that asked for it. */
  user_metadata: ColumnType<Record<string, unknown> | null, string | null | undefined, never>;
  /** The session that asked for a code. The code is valid only there. */
  session_id: ColumnType<string | null, string | null | undefined, never>;
  created_at: Fixed<Date>;
}

/** A sign-in by a provider, from its beginning until the browser that began it has been signed in. */
export interface ProviderSignInsTable {
  id: Fixed<string>;
  state_hash: Fixed<Buffer>;
  provider: Fixed<string>;
  redirect_to: Fixed<string>;
  code_challenge: Fixed<string | null>;
  code_challenge_method: Fixed<"s256" | "plain" | null>;
  /** Set when a signed-in person connects an account: the person, and below, the session. */
  user_id: Fixed<string | null>;
  session_id: Fixed<string | null>;
  /** The value that the session had then. It rises when the session passes a second step. */
  refresh_floor: Fixed<number | null>;
  /** The code verifier and nonce for the provider. */
  request_encrypted: Fixed<Buffer>;
  /** When the provider sent the person back; only the first time counts. */
  used_at: ColumnType<Date | null, undefined, Date>;
  /** What the provider says about the person, with its tokens. */
  person_encrypted: ColumnType<Buffer | null, undefined, Buffer>;
  auth_code_hash: ColumnType<Buffer | null, undefined, Buffer>;
  auth_code_issued_at: ColumnType<Date | null, undefined, Date>;
  created_at: Fixed<Date>;
}

export interface AuditLogTable {
  id: ColumnType<number, never, never>;
  user_id: Fixed<string | null>;
  session_id: Fixed<string | null>;
  action: Fixed<string>;
  ip: Fixed<string | null>;
  user_agent: Fixed<string | null>;
  details: ColumnType<Record<string, unknown>, string, never>;
  created_at: Fixed<Date>;
}

/** An app that registered itself; anyone may register one under any name. */
export interface OAuthClientsTable {
  id: Fixed<string>;
  name: Fixed<string>;
  uri: Fixed<string | null>;
  logo_uri: Fixed<string | null>;
  redirect_uris: Fixed<string[]>;
  auth_method: Fixed<"none" | "client_secret_basic" | "client_secret_post">;
  /** Null if there is no secret. */
  secret_hash: Fixed<Buffer | null>;
  grant_types: Fixed<("authorization_code" | "refresh_token")[]>;
  /** When an owner last connected it. */
  approved_at: ColumnType<Date | null, undefined, Date>;
  /** When a sweep last found that somebody had connected it. */
  seen_used_at: ColumnType<Date | null, undefined, Date>;
  created_at: Fixed<Date>;
}

/** An app's request to be connected, and the code that it gets in return. */
export interface OAuthAuthorizationsTable {
  id: Fixed<string>;
  public_id_hash: Fixed<Buffer>;
  client_id: Fixed<string>;
  /** The person who opened it first. Nobody else may answer it. */
  user_id: ColumnType<string | null, string | undefined, string>;
  redirect_uri: Fixed<string>;
  scopes: Fixed<AppScope[]>;
  state: ColumnType<string | null, string | null, null>;
  nonce: ColumnType<string | null, string | null, null>;
  resource: Fixed<string | null>;
  code_challenge: Fixed<string>;
  /** The owner is asked even if they have connected the app before. */
  always_asks: Fixed<boolean>;
  status: "pending" | "approved" | "denied" | "redeemed";
  code_hash: ColumnType<Buffer | null, undefined, Buffer | null>;
  code_issued_at: ColumnType<Date | null, undefined, Date>;
  /** From the session that connected the app: its level, how it began, and the second factor that raised the level. */
  aal: ColumnType<AssuranceLevel | null, undefined, AssuranceLevel>;
  amr: ColumnType<AuthenticationMethod[] | null, undefined, string>;
  factor_id: ColumnType<string | null, undefined, string | null>;
  /** The passkey with which that session began. */
  passkey_id: ColumnType<string | null, undefined, string | null>;
  signed_in_at: ColumnType<Date | null, undefined, Date>;
  /** The session that the code was exchanged for. */
  session_id: ColumnType<string | null, string | undefined, string>;
  expires_at: Fixed<Date>;
  created_at: Fixed<Date>;
}

/** What an owner lets an app read. */
export interface OAuthConsentsTable {
  id: Fixed<string>;
  user_id: Fixed<string>;
  client_id: Fixed<string>;
  scopes: AppScope[];
  granted_at: Date;
  /** When a sweep last found sessions that it allows. */
  seen_used_at: ColumnType<Date | null, undefined, Date>;
}

interface SigningKeysTable {
  /** The RFC 7638 thumbprint of the public key. */
  kid: Fixed<string>;
  algorithm: ColumnType<SigningAlgorithm, SigningAlgorithm | undefined, never>;
  public_jwk: ColumnType<Record<string, unknown>, string, never>;
  /** Null once the key no longer signs. */
  private_encrypted: Buffer | null;
  /** `standby`: published and not yet used; `current`: signs; `previous`: its tokens may still be valid. */
  state: "standby" | "current" | "previous";
  /** When it began to sign; of a standby key, the earliest time at which it may. */
  signs_from: Date | null;
  /** Until when a previous key's tokens are accepted. */
  verifies_until: Date | null;
  created_at: Fixed<Date>;
}

/** The tables of the schema `auth`, by the name that queries use. */
export interface AuthTables {
  "auth.users": UsersTable;
  "auth.identities": IdentitiesTable;
  "auth.sessions": SessionsTable;
  "auth.mfa_factors": MfaFactorsTable;
  "auth.mfa_challenges": MfaChallengesTable;
  "auth.passkeys": PasskeysTable;
  "auth.passkey_challenges": PasskeyChallengesTable;
  "auth.recovery_code_sets": RecoveryCodeSetsTable;
  "auth.recovery_codes": RecoveryCodesTable;
  "auth.known_networks": KnownNetworksTable;
  "auth.known_devices": KnownDevicesTable;
  "auth.invited_addresses": InvitedAddressesTable;
  "auth.wrong_codes": WrongCodesTable;
  "auth.one_time_tokens": OneTimeTokensTable;
  "auth.flow_state": FlowStatesTable;
  "auth.provider_sign_ins": ProviderSignInsTable;
  "auth.audit_log": AuditLogTable;
  "auth.oauth_clients": OAuthClientsTable;
  "auth.oauth_authorizations": OAuthAuthorizationsTable;
  "auth.oauth_consents": OAuthConsentsTable;
  "auth.signing_keys": SigningKeysTable;
}
