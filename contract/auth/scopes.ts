/**
 * What an app may be let into: the names of OpenID Connect, and what of the owner's it may read. None lets it change
 * anything.
 */
export const appScopes = [
  "openid",
  "profile",
  "email",
  "offline_access",
  "circles:read",
  "results:read",
  "decisions:read",
] as const;
export type AppScope = (typeof appScopes)[number];

/** Those that let an app read what the owner keeps here. */
export const readScopes = ["circles:read", "results:read", "decisions:read"] as const;

/** Whether a text is the name of a scope. */
export function isAppScope(text: string): text is AppScope {
  return (appScopes as readonly string[]).includes(text);
}
