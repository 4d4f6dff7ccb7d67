import { signInServerMetaName } from "#contract/auth/sign-in-server.ts";

/** Another server that people sign in at instead of the one of this page. */
interface SignInServer {
  /** The base address of its calls. */
  url: string;
  /** Its name for people. */
  host: string;
  /** The key that its gateway asks for. */
  apiKey: string | undefined;
}

/** The server at which people sign in, if it is another one. The page's document names it. */
export function findSignInServer(): SignInServer | undefined {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${signInServerMetaName}"]`);
  const [url, apiKey] = meta?.content.split(" ") ?? [];
  if (url === undefined || url === "") return undefined;
  return { url, host: new URL(url).host, apiKey };
}

/** Where this browser keeps the session: separately for each server, so that none is sent the tokens of another. */
export function sessionKey(): string {
  const url = findSignInServer()?.url;
  return url === undefined ? "paraline.auth" : `paraline.auth ${url}`;
}

/** The address of a call of the server that people sign in at. */
export function authUrl(path: string): string {
  return `${findSignInServer()?.url ?? `${location.origin}/auth/v1`}${path}`;
}

/** The headers that each of its calls needs. */
export function authHeaders(): Record<string, string> {
  const apiKey = findSignInServer()?.apiKey;
  return apiKey === undefined ? {} : { apikey: apiKey };
}
