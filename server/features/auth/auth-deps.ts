import type { SessionReader } from "#server/access/session.ts";
import type { SigningKeys } from "#server/access/signing-keys.ts";
import type { Config } from "#server/config/config.ts";
import type { Db } from "#server/db/tables.ts";
import type { WebBuild } from "#server/http/pages/web-build.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Logger } from "#server/system/log.ts";
import type { Secrets } from "#server/system/secrets.ts";
import type { AuthLimiter } from "./limits.ts";
import type { PasswordHasher } from "./password-hasher.ts";
import type { TextTransport } from "./text-messages/text-transport.ts";

export type AuthConfig = Pick<
  Config,
  | "publicUrl"
  | "onLoopback"
  | "trustProxy"
  | "rateLimits"
  | "authConfirmEmail"
  | "authSignUp"
  | "authAccessTokenSeconds"
  | "authRefreshReuseSeconds"
  | "authRedirectUrls"
  | "authCaptcha"
  | "authOauthRegistration"
  | "authManualLinking"
  | "signInProviders"
>;

export interface AuthDeps {
  db: Db;
  config: AuthConfig;
  clock: Clock;
  jobs: Jobs;
  limiter: AuthLimiter;
  log: Logger;
  keys: SigningKeys;
  secrets: Secrets;
  sessions: SessionReader;
  passwords: PasswordHasher;
  /** Sends codes to phones; undefined if phones are not offered. */
  texts: TextTransport | undefined;
  web: Pick<WebBuild, "pages" | "assets" | "styleHashes">;
}

/** Where a call came from, for limits, the list of sessions and the audit log. */
export interface Caller {
  /** The address as the server sees it, which is not always an IP address. */
  address: string;
  /** The same address if it is an IP address. */
  ip: string | null;
  user_agent: string | null;
}
