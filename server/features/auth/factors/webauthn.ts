import { AuthError, type AuthErrorCode } from "#server/access/auth-error.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { type FactorRow, listFactors } from "../queries.ts";
import {
  checkNewCredential,
  checkSignature,
  createAuthenticationOptions,
  createRegistrationOptions,
  findRelyingParty,
  type RelyingParty,
} from "../webauthn/ceremonies.ts";
import type { FactorType } from "./factor-type.ts";

/**
 * A security key, or the device itself, as a second step. Its presence is enough, because the password was asked for
 * before. Its first answer is a new credential; each later answer is a signature.
 */
export const webauthnFactor: FactorType = {
  method: "mfa/webauthn",
  isGuessable: false,
  wrongAnswer: "Your security key was not accepted. Please try again.",

  async enrol({ config }) {
    requireOffered(config, "mfa_webauthn_enroll_not_enabled");
    return { stored: {}, shown: {} };
  },

  async challenge(tx, { config }, { factor, user }) {
    const party = requireOffered(config, "mfa_webauthn_verify_not_enabled");
    const type = findCeremony(factor);
    const publicKey =
      factor.webauthn === null
        ? await createRegistrationOptions(party, {
            handle: factor.id,
            email: user.email,
            present: (await listFactors(tx, user.id)).flatMap(({ webauthn }) => webauthn ?? []),
            signsIn: false,
          })
        : await createAuthenticationOptions(party, factor.webauthn);
    return {
      stored: { webauthn_challenge: publicKey.challenge },
      shown: { webauthn: { type, credential_options: { publicKey } } },
    };
  },

  async verify(tx, { config, log }, { factor, challenge, response }) {
    const party = requireOffered(config, "mfa_webauthn_verify_not_enabled");
    const { type, credential_response: answer } = response.webauthn ?? {};
    if (type !== findCeremony(factor) || challenge.webauthn_challenge === null) {
      throw new AuthError("validation_failed", {
        message: `webauthn with the type ${findCeremony(factor)} is required.`,
      });
    }
    const check = { party, answer, challenge: challenge.webauthn_challenge, log };
    if (factor.webauthn !== null) {
      const used = await checkSignature(check, { credential: factor.webauthn, signsIn: false });
      return used && { webauthn: JSON.stringify(used) };
    }
    const added = await checkNewCredential(check, { signsIn: false });
    const present = await listFactors(tx, factor.user_id);
    const isTwice = present.some(({ webauthn }) => webauthn !== null && webauthn.id === added?.id);
    return added && !isTwice ? { webauthn: JSON.stringify(added) } : undefined;
  },
};

/** The request to the authenticator, by the client library's name for it. */
function findCeremony({ webauthn }: FactorRow): "create" | "request" {
  return webauthn === null ? "create" : "request";
}

function requireOffered(config: AuthDeps["config"], code: AuthErrorCode): RelyingParty {
  const party = findRelyingParty(config);
  if (!party) throw new AuthError(code);
  return party;
}
