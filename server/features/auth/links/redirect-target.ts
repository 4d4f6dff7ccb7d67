const longest = 2048;

/**
 * Where a followed link leads: to `wanted` if it lies under our own origin or is one of the addresses the operator
 * lists, else to our start page. Whole addresses are compared, parsed; what merely begins like ours is not ours.
 */
export function redirectTarget(
  config: { public_url: string; auth_redirect_urls: readonly string[] },
  wanted: string | undefined,
): URL {
  const home = new URL(config.public_url);
  if (wanted === undefined || wanted.length > longest || !URL.canParse(wanted)) return home;
  const url = new URL(wanted);
  if (url.username !== "" || url.password !== "") return home;
  const isOurs = url.protocol === home.protocol && url.host === home.host;
  const isListed = config.auth_redirect_urls.some((entry) => new URL(entry).href === url.href);
  return isOurs || isListed ? url : home;
}

/** The target with parameters behind its `#`, which browsers keep to themselves. */
export function withFragment(target: URL, parameters: Record<string, string>): URL {
  const url = new URL(target);
  url.hash = new URLSearchParams(parameters).toString();
  return url;
}

/** The target with parameters in its query. */
export function withQuery(target: URL, parameters: Record<string, string>): URL {
  const url = new URL(target);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}
