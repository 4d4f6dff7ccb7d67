const characters = 500;
const loopbackHosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Whether an app may be answered at an address. It must use https, or http on the person's own device, where no one can
 * listen in between. It must have no fragment, because answers are parameters, and no credentials, because they
 * disguise where an address leads.
 */
export function isRedirectUri(text: string): boolean {
  if (text.length > characters || text.includes("#") || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || isLoopback(url);
}

/** Whether an app is answered on the person's own device, where any program may listen. */
export function isOnDevice(redirectUri: string): boolean {
  return isLoopback(new URL(redirectUri));
}

function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && loopbackHosts.has(hostname);
}

/**
 * Whether a request may be answered at an address. The address must be exactly one that was registered. On the person's
 * own device its port may differ, because programs there listen at any free port (RFC 8252, 7.3); this allows no more
 * than any program on the device could do with the registered port.
 */
export function isRegistered(registered: readonly string[], asked: string): boolean {
  if (registered.includes(asked)) return true;
  if (!isRedirectUri(asked) || !isOnDevice(asked)) return false;
  const wanted = withoutPort(asked);
  return registered.some((uri) => isOnDevice(uri) && withoutPort(uri) === wanted);
}

function withoutPort(text: string): string {
  const url = new URL(text);
  url.port = "";
  return url.href;
}

/** The address to which an app gets its answer, with the parameters that have a value. */
export function buildRedirectUrl(
  redirectUri: string,
  parameters: Record<string, string | null | undefined>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}
