import { AuthError } from "#server/access/auth-error.ts";
import { isUuid } from "#server/db/uuid.ts";
import type { AuthDeps } from "../auth-deps.ts";
import type { AuthApi } from "../http/auth-api.ts";
import { currentPasswordBody, passkeyAnswerBody, passkeyNameBody } from "../http/request-bodies.ts";
import { json, noContent, readId, readInput, readOptionalInput } from "../http/wire.ts";
import { requireChangeAllowed } from "../limits.ts";
import {
  finishAddingPasskey,
  listOwnPasskeys,
  removePasskey,
  renamePasskey,
  startAddingPasskey,
} from "./own-passkeys.ts";
import { signInByPasskey, startPasskeySignIn } from "./sign-in-by-passkey.ts";

export function passkeyRoutes(api: AuthApi, deps: AuthDeps): void {
  api.on("POST", "/passkeys/authentication/options", async (_c, caller) =>
    json(await startPasskeySignIn(deps, { caller })),
  );
  api.on("POST", "/passkeys/authentication/verify", async (c, caller) => {
    const answer = requireAnswer(await readInput(c, passkeyAnswerBody));
    return json(await signInByPasskey(deps, { ...answer, caller }));
  });

  api.onSignedIn("POST", "/passkeys/registration/options", async (c, session, caller) => {
    await requireChangeAllowed(deps.limiter, session);
    const { current_password } = await readOptionalInput(c, currentPasswordBody);
    return json(await startAddingPasskey(deps, { session, current_password, caller }));
  });
  api.onSignedIn("POST", "/passkeys/registration/verify", async (c, session, caller) => {
    await requireChangeAllowed(deps.limiter, session);
    const answer = requireAnswer(await readInput(c, passkeyAnswerBody));
    return json(await finishAddingPasskey(deps, { session, ...answer, caller }));
  });

  api.onSignedIn("GET", "/passkeys", async (_c, session) =>
    json(await listOwnPasskeys(deps, session)),
  );
  api.onSignedIn("PATCH", "/passkeys/:id", async (c, session) => {
    const passkeyId = readId(c);
    await requireChangeAllowed(deps.limiter, session);
    const { friendly_name } = await readInput(c, passkeyNameBody);
    return json(await renamePasskey(deps, { session, passkey_id: passkeyId, friendly_name }));
  });
  api.onSignedIn("DELETE", "/passkeys/:id", async (c, session, caller) => {
    const passkeyId = readId(c);
    await requireChangeAllowed(deps.limiter, session);
    const { current_password } = await readOptionalInput(c, currentPasswordBody);
    await removePasskey(deps, { session, passkey_id: passkeyId, current_password, caller });
    return noContent();
  });
}

function requireAnswer({
  challenge_id,
  credential,
}: {
  challenge_id: string;
  credential: unknown;
}) {
  if (!isUuid(challenge_id)) throw new AuthError("webauthn_challenge_not_found");
  return { challenge_id, credential };
}
