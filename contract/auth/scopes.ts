/**
 * The scopes that an app may be given: those of OpenID Connect, and what it may read of the owner's data. None of them
 * lets it change anything.
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

/** The scopes that let an app read what the owner has here. */
export const readScopes = ["circles:read", "results:read", "decisions:read"] as const;

/** Whether a text is the name of a scope. */
export function isAppScope(text: string): text is AppScope {
  return (appScopes as readonly string[]).includes(text);
}
