import type { CredentialsMode } from "../credentials.ts";
import { useAuthSettings, useHasPasskeys } from "../hooks.ts";
import { PasskeySignIn } from "../passkeys/passkey-sign-in.tsx";
import { ProviderButtons } from "../providers/provider-buttons.tsx";
import { notifyWelcomeBack } from "./welcome-back.ts";

/**
 * The ways to sign in without a password. They are last on the page, because they are not known before the server has
 * answered, and nothing that is already shown may move.
 */
export function OtherWays({
  mode,
  onward,
}: {
  mode: CredentialsMode;
  /** Where signing in leads. */
  onward: string;
}) {
  const hasProviders = (useAuthSettings().data?.providers ?? []).length > 0;
  const hasPasskeys = useHasPasskeys() && mode === "sign_in";
  if (!hasProviders && !hasPasskeys) return null;
  return (
    <div className="stack g3">
      <p className="provider-divider small ink-3">or</p>
      {hasPasskeys && <PasskeySignIn onDone={notifyWelcomeBack} />}
      <ProviderButtons onward={onward} />
    </div>
  );
}
