import { linkParameters } from "#contract/auth/link-parameters.ts";
import { ownerPaths, paths } from "#contract/paths.ts";
import type { sessionAnswer } from "../sessions/start-session.ts";

const longest = 2048;

/** Our own pages that use the parameters of a followed link. The start page passes them on to the app. */
const ownPages: readonly string[] = [paths.landing, ...ownerPaths];

/**
 * The address to which a followed link leads: `wanted` if it is a page of the app or an address that the operator has
 * listed, compared as a whole; otherwise our start page. Anyone may request an email, so nothing else is allowed.
 */
export function redirectTarget(
  config: { publicUrl: string; authRedirectUrls: readonly string[] },
  wanted: string | undefined,
): URL {
  const home = new URL(config.publicUrl);
  if (wanted === undefined || wanted.length > longest || !URL.canParse(wanted)) return home;
  const url = new URL(wanted);
  if (url.username !== "" || url.password !== "") return home;
  const isOurs = isOwnPage(config, url);
  const isListed = config.authRedirectUrls.some((entry) => new URL(entry).href === url.href);
  if (isListed) return url;
  if (!isOurs) return home;
  for (const name of linkParameters) url.searchParams.delete(name);
  url.hash = "";
  return url;
}

/** Whether an address is one of the app's pages, which handle the parameters of a followed link. */
export function isOwnPage(config: { publicUrl: string }, url: URL): boolean {
  const home = new URL(config.publicUrl);
  return (
    url.protocol === home.protocol && url.host === home.host && ownPages.includes(url.pathname)
  );
}

/** The target with parameters after its `#`, which browsers do not send to servers. */
export function withFragment(target: URL, parameters: Record<string, string>): URL {
  const url = new URL(target);
  url.hash = new URLSearchParams(parameters).toString();
  return url;
}

/** The target with a new session after its `#`, where the client library reads it. */
export function withSession(
  target: URL,
  {
    access_token,
    expires_at,
    expires_in,
    refresh_token,
    token_type,
  }: Awaited<ReturnType<typeof sessionAnswer>>,
  further: Record<string, string>,
): URL {
  return withFragment(target, {
    access_token,
    expires_at: String(expires_at),
    expires_in: String(expires_in),
    refresh_token,
    token_type,
    ...further,
  });
}

export function withQuery(target: URL, parameters: Record<string, string>): URL {
  const url = new URL(target);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}
