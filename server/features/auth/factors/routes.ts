import { AuthError } from "#server/access/auth-error.ts";
import { isUuid } from "#server/db/uuid.ts";
import type { AuthDeps } from "../auth-deps.ts";
import type { AuthApi } from "../http/auth-api.ts";
import {
  challengeBody,
  currentPasswordBody,
  factorBody,
  factorResponseBody,
} from "../http/request-bodies.ts";
import { json, readId, readInput, readOptionalInput } from "../http/wire.ts";
import { requireChangeAllowed } from "../limits.ts";
import { challengeFactor } from "./challenge-factor.ts";
import { enrolFactor } from "./enrol-factor.ts";
import { requireFactorType } from "./factor-types.ts";
import { removeFactor } from "./remove-factor.ts";
import { verifyFactor } from "./verify-factor.ts";

export function factorRoutes(api: AuthApi, deps: AuthDeps): void {
  api.onSignedIn("POST", "/factors", async (c, session, caller) => {
    await requireChangeAllowed(deps.limiter, session);
    const {
      factor_type,
      friendly_name = "",
      current_password,
      ...input
    } = await readInput(c, factorBody);
    return json(
      await enrolFactor(deps, {
        session,
        factor_type: requireFactorType(factor_type),
        friendly_name,
        input,
        current_password,
        caller,
      }),
    );
  });
  api.onSignedIn("POST", "/factors/:id/challenge", async (c, session, caller) => {
    const factorId = readId(c);
    const { channel = "sms" } = await readInput(c, challengeBody);
    if (channel !== "sms") {
      throw new AuthError("validation_failed", {
        message: "Invalid channel, supported values are 'sms'",
      });
    }
    return json(await challengeFactor(deps, { session, factor_id: factorId, caller }));
  });
  api.onSignedIn("POST", "/factors/:id/verify", async (c, session, caller) => {
    const factorId = readId(c);
    const { challenge_id, ...response } = await readInput(c, factorResponseBody);
    if (!response.code && response.webauthn === undefined) {
      throw new AuthError("validation_failed", { message: "code is required." });
    }
    if (!isUuid(challenge_id)) throw new AuthError("mfa_factor_not_found", { status: 422 });
    return json(
      await verifyFactor(deps, { session, factor_id: factorId, challenge_id, response, caller }),
    );
  });
  api.onSignedIn("DELETE", "/factors/:id", async (c, session, caller) => {
    const factorId = readId(c);
    await requireChangeAllowed(deps.limiter, session);
    const { current_password } = await readOptionalInput(c, currentPasswordBody);
    await removeFactor(deps, { session, factor_id: factorId, current_password, caller });
    return json({ id: factorId });
  });
}
