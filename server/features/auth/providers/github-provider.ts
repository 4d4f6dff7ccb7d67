import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  fetchProtectedResource,
} from "openid-client";
import { z } from "zod";
import { readEmail } from "#contract/values/email.ts";
import { AuthError } from "#server/access/auth-error.ts";
import type { SignInProvider } from "#server/config/sign-in-providers.ts";
import type { Logger } from "#server/system/log.ts";
import {
  callProvider,
  joinScopes,
  type Provider,
  type ProviderPerson,
  providerTimeoutSeconds,
  readName,
  unavailable,
} from "./provider.ts";

const userSchema = z.object({
  id: z.number().int().positive(),
  login: z.string(),
  name: z.string().nullish(),
});
const emailsSchema = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
);

/** GitHub, which uses OAuth 2 and has its own API, from which the person and their addresses are read. */
export function createGitHubProvider(
  settings: Extract<SignInProvider, { kind: "github" }>,
  { callbackUrl, log }: { callbackUrl: string; log: Logger },
): Provider {
  const { id, name, site, api, clientId, clientSecret } = settings;
  const configuration = new Configuration(
    {
      issuer: site,
      authorization_endpoint: `${site}/login/oauth/authorize`,
      token_endpoint: `${site}/login/oauth/access_token`,
    },
    clientId,
    undefined,
    ClientSecretPost(clientSecret.kind === "text" ? clientSecret.text : ""),
  );
  configuration.timeout = providerTimeoutSeconds;
  // No setting allows http; only the tests' replacement for GitHub uses it.
  if (site.startsWith("http:")) allowInsecureRequests(configuration);

  const read = async <Schema extends z.ZodType>(
    path: string,
    accessToken: string,
    schema: Schema,
  ): Promise<z.output<Schema>> => {
    const address = new URL(`${api}${path}`);
    const headers = new Headers({ Accept: "application/vnd.github+json" });
    const response = await fetchProtectedResource(
      configuration,
      accessToken,
      address,
      "GET",
      null,
      headers,
    );
    if (!response.ok) throw unavailable(name);
    return schema.parse(await response.json());
  };

  return {
    id,
    name,

    begin: ({ state, verifier }, { scopes, further }) =>
      callProvider(log, settings, async () =>
        buildAuthorizationUrl(configuration, {
          ...further,
          scope: joinScopes(["user:email"], scopes),
          redirect_uri: callbackUrl,
          state,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
        }),
      ),

    finish: ({ state, verifier }, answer) =>
      callProvider(log, settings, async () => {
        const returned = new URL(callbackUrl);
        returned.searchParams.set("code", answer.get("code") ?? "");
        returned.searchParams.set("state", answer.get("state") ?? "");
        const tokens = await authorizationCodeGrant(configuration, returned, {
          pkceCodeVerifier: verifier,
          expectedState: state,
        });
        const user = await read("/user", tokens.access_token, userSchema);
        const emails = await read("/user/emails", tokens.access_token, emailsSchema);
        return {
          person: readPerson(user, emails, { site }),
          tokens: {
            provider_token: tokens.access_token,
            provider_refresh_token: tokens.refresh_token,
          },
        };
      }),
  };
}

/** Only the person's primary address is used, because the others may belong to former employers. */
function readPerson(
  user: z.output<typeof userSchema>,
  emails: z.output<typeof emailsSchema>,
  { site }: { site: string },
): ProviderPerson {
  const primary = emails.find((email) => email.primary);
  if (user.login === "") throw new AuthError("bad_oauth_callback");
  return {
    provider: "github",
    subject: String(user.id),
    issuer: site,
    email: primary && readEmail(primary.email),
    is_email_verified: primary?.verified ?? false,
    full_name: readName(user.name),
    user_name: readName(user.login),
  };
}
