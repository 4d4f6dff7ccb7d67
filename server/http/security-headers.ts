import { createHash } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import type { CaptchaProvider } from "#contract/auth/captcha.ts";
import { paths } from "#contract/paths.ts";
import type { AppEnv } from "./request-context.ts";

/** The paths that invitees open, through their private links and the pages that these lead to. */
const privatePath = new RegExp(
  `^(?:${[paths.invite, paths.feedback, paths.thankYou, paths.unsubscribe, "/api/(?:feedback|invite|share-link)"].join("|")})(?:/|$)`,
);

/** The responses are not cached, and no other site learns where someone came from. */
export const privateHeaders = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
} as const;

/**
 * This holds for all of the invitee's paths, every redirect and error, and every page with a query, because mail
 * programs and people change links.
 */
function mayContainToken(c: Context<AppEnv>): boolean {
  const { status, headers } = c.res;
  if (status >= 300 || privatePath.test(c.req.path) || /\?.*token/i.test(c.req.url)) return true;
  const isPage = headers.get("Content-Type")?.startsWith("text/html") ?? false;
  return isPage && c.req.url.includes("?");
}

export function securityHeaders(publicUrl: string): MiddlewareHandler<AppEnv> {
  const secure = publicUrl.startsWith("https:");
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    if (mayContainToken(c)) {
      for (const [name, value] of Object.entries(privateHeaders)) headers.set(name, value);
    }
    const set = (name: string, value: string) => {
      if (!headers.has(name)) headers.set(name, value);
    };
    set("X-Content-Type-Options", "nosniff");
    set("Referrer-Policy", "strict-origin-when-cross-origin");
    set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), browsing-topics=()");
    set("Cross-Origin-Opener-Policy", "same-origin");
    if (secure) set("Strict-Transport-Security", "max-age=31536000");
  };
}

export function inlineHash(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/**
 * `styles` and `scripts` are hashes of inline ones. `framed`: the product itself may frame the page. `leadsTo`: a form
 * may be answered with a redirect to that address, which browsers check like the form itself.
 */
export function pagePolicy(
  options: {
    styles?: readonly string[];
    scripts?: readonly string[];
    framed?: boolean;
    leadsTo?: URL;
    captcha?: CaptchaProvider | undefined;
    pictures?: string | undefined;
  } = {},
): string {
  const captcha = options.captcha === undefined ? undefined : captchaSources[options.captcha];
  return [
    "default-src 'none'",
    ["script-src 'self'", ...(options.scripts ?? []), ...(captcha?.scripts ?? [])].join(" "),
    ["style-src 'self'", ...(options.styles ?? []), ...(captcha?.others ?? [])].join(" "),
    ["img-src 'self' data: blob:", ...(options.pictures ? [options.pictures] : [])].join(" "),
    "font-src 'self'",
    ["connect-src 'self'", ...(captcha?.others ?? [])].join(" "),
    "manifest-src 'self'",
    ["frame-src 'self'", ...(captcha?.scripts ?? [])].join(" "),
    "base-uri 'none'",
    ["form-action 'self'", ...(options.leadsTo ? [findOrigin(options.leadsTo)] : [])].join(" "),
    `frame-ancestors ${options.framed ? "'self'" : "'none'"}`,
  ].join("; ");
}

/** What a policy has to allow, according to each provider's documentation. */
const captchaSources: Record<
  CaptchaProvider,
  { scripts: readonly string[]; others: readonly string[] }
> = {
  turnstile: { scripts: ["https://challenges.cloudflare.com"], others: [] },
  hcaptcha: {
    scripts: ["https://hcaptcha.com", "https://*.hcaptcha.com"],
    others: ["https://hcaptcha.com", "https://*.hcaptcha.com"],
  },
};

/** The origin of an address as a policy names it. For an app's own scheme, that is only the scheme. */
function findOrigin(address: URL): string {
  return address.origin === "null" ? address.protocol : address.origin;
}
