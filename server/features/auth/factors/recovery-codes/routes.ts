import type { AuthenticatedSession } from "#server/access/session.ts";
import type { AuthDeps, Caller } from "../../auth-deps.ts";
import type { AuthApi } from "../../http/auth-api.ts";
import {
  createRecoveryCodesBody,
  currentPasswordBody,
  recoveryCodeBody,
} from "../../http/request-bodies.ts";
import { type AuthContext, json, readInput, readOptionalInput } from "../../http/wire.ts";
import { requireChangeAllowed } from "../../limits.ts";
import {
  createRecoveryCodes,
  readRecoveryCodes,
  regenerateRecoveryCodes,
  removeRecoveryCodes,
} from "./change-recovery-codes.ts";
import { verifyRecoveryCode } from "./verify-recovery-code.ts";

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
