import { AuthError } from "#server/access/auth-error.ts";
import { tokenIssuer } from "#server/access/signing-keys.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { createGitHubProvider } from "./github-provider.ts";
import { createOpenIdProvider } from "./openid-provider.ts";
import type { Provider } from "./provider.ts";

/** The providers that are set up, by the names that the client library uses. */
export type Providers = ReadonlyMap<string, Provider>;

/** No request is sent to a provider before the first sign-in there. */
export function openProviders({
  config,
  clock,
  log,
}: Pick<AuthDeps, "config" | "clock" | "log">): Providers {
  const callbackUrl = `${tokenIssuer(config.publicUrl)}/callback`;
  return new Map(
    config.signInProviders.map((settings) => [
      settings.id,
      settings.kind === "github"
        ? createGitHubProvider(settings, { callbackUrl, log })
        : createOpenIdProvider(settings, { callbackUrl, clock, log }),
    ]),
  );
}

/** @throws AuthError validation_failed for a provider that is not set up */
export function requireProvider(providers: Providers, name: string | undefined): Provider {
  const provider = providers.get(name ?? "");
  if (provider !== undefined) return provider;
  throw new AuthError("validation_failed", {
    message: `Unsupported provider: ${name ? "provider is not enabled" : "none was named"}`,
  });
}
