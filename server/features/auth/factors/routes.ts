import { AuthError } from "#server/access/auth-error.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import { isUuid } from "#server/db/uuid.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import type { AuthApi } from "../http/auth-api.ts";
import {
  challengeBody,
  createRecoveryCodesBody,
  currentPasswordBody,
  factorBody,
  factorResponseBody,
  recoveryCodeBody,
} from "../http/request-bodies.ts";
import { type AuthContext, json, readId, readInput, readOptionalInput } from "../http/wire.ts";
import { requireChangeAllowed } from "../limits.ts";
import { enrolFactor, removeFactor } from "./change-factors.ts";
import { requireFactorType } from "./factor-types.ts";
import { challengeFactor, verifyFactor } from "./pass-factor.ts";
import {
  createRecoveryCodes,
  readRecoveryCodes,
  regenerateRecoveryCodes,
  removeRecoveryCodes,
  verifyRecoveryCode,
} from "./recovery-codes.ts";

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

export function recoveryCodeRoutes(api: AuthApi, deps: AuthDeps): void {
  /** The client library sends these calls without a body. */
  const onChange = (
    method: "POST" | "DELETE",
    path: string,
    change: typeof regenerateRecoveryCodes | typeof removeRecoveryCodes,
  ) =>
    api.onSignedIn(
      method,
      path,
      async (c: AuthContext, session: AuthenticatedSession, caller: Caller) => {
        await requireChangeAllowed(deps.limiter, session);
        const { current_password } = await readOptionalInput(c, currentPasswordBody);
        return json(await change(deps, { session, current_password, caller }));
      },
    );

  api.onSignedIn("GET", "/factors/recovery-codes", async (_c, session) =>
    json(await readRecoveryCodes(deps, session)),
  );
  api.onSignedIn("POST", "/factors/recovery-codes", async (c, session, caller) => {
    await requireChangeAllowed(deps.limiter, session);
    const input = await readOptionalInput(c, createRecoveryCodesBody);
    return json(await createRecoveryCodes(deps, { session, ...input, caller }));
  });
  api.onSignedIn("POST", "/factors/recovery-codes/verify", async (c, session, caller) => {
    const { code = "" } = await readInput(c, recoveryCodeBody);
    return json(await verifyRecoveryCode(deps, { session, code, caller }));
  });
  onChange("POST", "/factors/recovery-codes/regenerate", regenerateRecoveryCodes);
  onChange("DELETE", "/factors/recovery-codes", removeRecoveryCodes);
}
