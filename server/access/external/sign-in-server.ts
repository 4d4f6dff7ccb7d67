import { z } from "zod";
import { minuteMs } from "#contract/values/durations.ts";
import type { SignInServer } from "#server/config/sign-in-server.ts";
import { isUuid } from "#server/db/uuid.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Logger } from "#server/system/log.ts";
import { AuthError } from "../auth-error.ts";
import { createTokenVerifier, type ExternalClaims } from "./external-token.ts";
import { fetchSmall } from "./fetch-small.ts";
import { signInServerUnavailable } from "./unavailable.ts";

const timeoutMs = 5_000;
const settingsKeptMs = minuteMs;

/** What the sign-in server currently says about a person. */
export interface ExternalUser {
  /** The address as it is written there. */
  email: string | undefined;
  /** Whether that server has recorded that the person receives email at the address. */
  is_email_verified: boolean;
  has_verified_factor: boolean;
  user_metadata: Record<string, unknown>;
}

/** The server that signs people in instead of this one. Calls go over the network: make none inside a transaction. */
export interface OpenedSignInServer {
  /** @throws AuthError bad_jwt; service_unavailable while its keys cannot be read */
  verify(accessToken: string): Promise<ExternalClaims>;
  /**
   * Asks for the person of a token. The answer also shows whether the token's session still exists.
   * @throws AuthError session_not_found, user_not_found, user_banned or bad_jwt as that server says;
   *   service_unavailable when it gives no reliable answer
   */
  findUser(accessToken: string, claims: ExternalClaims): Promise<ExternalUser>;
  /**
   * Whether an address counts there only after its owner has followed an emailed link, as of a minute ago at most.
   * @throws AuthError service_unavailable
   */
  confirmsAddresses(): Promise<boolean>;
  /**
   * Ends every session of the person there.
   * @throws AuthError service_unavailable unless that server confirms it
   */
  endAllSessions(accessToken: string): Promise<void>;
}

const optionalText = z.string().nullish();

const userSchema = z.object({
  id: z.string(),
  email: optionalText,
  email_confirmed_at: optionalText,
  banned_until: optionalText,
  deleted_at: optionalText,
  is_anonymous: z.boolean().nullish(),
  is_sso_user: z.boolean().nullish(),
  user_metadata: z.record(z.string(), z.unknown()).nullish(),
  factors: z.array(z.object({ status: z.string(), factor_type: optionalText })).nullish(),
  identities: z
    .array(
      z.object({
        provider: optionalText,
        identity_data: z.record(z.string(), z.unknown()).nullish(),
      }),
    )
    .nullish(),
});

const settingsSchema = z.object({ mailer_autoconfirm: z.boolean() });

/** The code of an error, in both forms that such servers use. */
const refusalSchema = z.object({ code: z.unknown(), error_code: z.unknown() }).partial();

/** Connects to nothing yet: the first call does. */
export function openSignInServer(
  server: SignInServer,
  { clock, log }: { clock: Clock; log: Logger },
): OpenedSignInServer {
  const ask = async (method: "GET" | "POST", path: string, accessToken?: string) => {
    const url = `${server.url}${path}`;
    try {
      const { status, text } = await fetchSmall(url, {
        method,
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          Accept: "application/json",
          "X-Supabase-Api-Version": "2024-01-01",
          ...(accessToken !== undefined && { Authorization: `Bearer ${accessToken}` }),
          ...(server.apiKey !== undefined && { apikey: server.apiKey }),
        },
      });
      return { status, body: parseJson(text) };
    } catch (error) {
      log.error({ err: error, url }, "the sign-in server does not answer");
      throw signInServerUnavailable(error);
    }
  };
  const unusable = (path: string, status: number) => {
    log.error(
      { url: `${server.url}${path}`, status },
      "the sign-in server's answer cannot be used",
    );
    return signInServerUnavailable();
  };

  let settings: { confirmsAddresses: boolean; readAt: number } | undefined;

  return {
    verify: createTokenVerifier(server, { clock, log }),

    async findUser(accessToken, { user_id }) {
      const { status, body } = await ask("GET", "/user", accessToken);
      if (status === 401 || status === 403) throw refusalOf(body);
      const parsed = userSchema.safeParse(body);
      if (status !== 200 || !parsed.success) throw unusable("/user", status);
      const user = parsed.data;
      if (!isUuid(user.id) || user.id.toLowerCase() !== user_id) throw unusable("/user", status);
      if (user.deleted_at || user.is_anonymous) throw new AuthError("user_not_found");
      if (isBanned(user.banned_until, clock.now())) throw new AuthError("user_banned");
      return describeUser(user);
    },

    async confirmsAddresses() {
      const now = clock.now().getTime();
      if (settings && Math.abs(now - settings.readAt) < settingsKeptMs) {
        return settings.confirmsAddresses;
      }
      const { status, body } = await ask("GET", "/settings");
      const parsed = settingsSchema.safeParse(body);
      if (status !== 200 || !parsed.success) throw unusable("/settings", status);
      settings = { confirmsAddresses: !parsed.data.mailer_autoconfirm, readAt: now };
      return settings.confirmsAddresses;
    },

    async endAllSessions(accessToken) {
      const { status, body } = await ask("POST", "/logout?scope=global", accessToken);
      if (status >= 200 && status < 300) return;
      // If the account is gone, so are its sessions. That one session has ended says nothing about the others.
      if (status === 403 && refusalOf(body).code === "user_not_found") return;
      log.error({ url: `${server.url}/logout`, status }, "the sessions were not ended there");
      throw signInServerUnavailable(
        undefined,
        "Your other sessions could not be ended, so nothing was deleted. Please sign in again and try once more.",
      );
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const endedCodes = ["session_not_found", "session_expired"] as const;

/** Translates an error of that server. An unknown one counts as an invalid token. */
function refusalOf(body: unknown): AuthError {
  const { code, error_code } = refusalSchema.safeParse(body).data ?? {};
  const given = typeof code === "string" ? code : error_code;
  if (endedCodes.some((ended) => ended === given)) return new AuthError("session_not_found");
  if (given === "user_not_found" || given === "user_banned") return new AuthError(given);
  return new AuthError("bad_jwt");
}

/** A time that cannot be parsed counts as not yet over. */
function isBanned(until: string | null | undefined, now: Date): boolean {
  if (!until) return false;
  return !(new Date(until).getTime() <= now.getTime());
}

/**
 * An address is verified if an identity says so and the account is confirmed. `user_metadata.email_verified` does not
 * count, since people can write it themselves; nor does `email_confirmed_at` alone, since servers that confirm without
 * an email set it too. An organization's single sign-on asserts whatever address the organization wants.
 */
function describeUser(user: z.output<typeof userSchema>): ExternalUser {
  const email = user.email || undefined;
  const isVerified = (user.identities ?? []).some(
    ({ provider, identity_data }) =>
      user.is_sso_user !== true &&
      provider?.startsWith("sso:") === false &&
      identity_data?.email_verified === true &&
      typeof identity_data.email === "string" &&
      identity_data.email.toLowerCase() === email?.toLowerCase(),
  );
  return {
    email,
    is_email_verified: Boolean(user.email_confirmed_at) && isVerified,
    has_verified_factor: (user.factors ?? []).some(
      ({ status, factor_type }) => status === "verified" && factor_type !== "recovery_code",
    ),
    user_metadata: user.user_metadata ?? {},
  };
}
