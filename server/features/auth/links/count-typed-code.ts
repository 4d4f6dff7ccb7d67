import type { AuthDeps, Caller } from "../auth-deps.ts";
import { emailKey } from "../email-key.ts";
import { countAll, rateLimited } from "../limits.ts";
import { findUserByEmail } from "../queries.ts";
import { findKnownNetwork } from "../sessions/known-networks.ts";

type CountedCode = {
  isFromKnownNetwork: boolean;
  /** Called when the code was right. */
  forgive(): Promise<void>;
};

/**
 * Counts a mailed code before it is compared. Where the address is proven, each network that its account was signed in
 * from is counted separately, so that strangers' wrong codes do not use up the owner's attempts, and all of them are
 * counted together, so that their number does not multiply the guesses. A right code takes back no wrong one but those
 * from its own network: otherwise each sign-in of the owner would give everyone else new attempts. Not to be called
 * inside a transaction.
 * @param about the refusal's sentence for people
 * @throws AuthError over_request_rate_limit
 */
export async function countTypedCode(
  deps: AuthDeps,
  { email, caller, about }: { email: string; caller: Caller; about: string },
): Promise<CountedCode> {
  const { limiter } = deps;
  const user = await findUserByEmail(deps.db, email);
  const userId = user?.email_proven_at ? user.id : undefined;
  const network = await findKnownNetwork(deps, { user_id: userId, caller });
  const addressKey = emailKey(deps.secrets, email);
  const networkKey = network === undefined ? undefined : `${addressKey} ${network}`;
  const { allowed, retry_after_seconds } = await countAll(
    limiter,
    networkKey === undefined
      ? [["auth_codes_by_target", addressKey]]
      : [
          // In this order: a network without attempts of its own left must not use up those of the others.
          ["auth_codes_by_target", networkKey],
          ["auth_codes_at_known_networks", addressKey],
        ],
  );
  if (!allowed) throw rateLimited(retry_after_seconds, about);
  return {
    isFromKnownNetwork: networkKey !== undefined,
    async forgive() {
      if (networkKey === undefined) return limiter.giveBack("auth_codes_by_target", addressKey);
      await limiter.clear("auth_codes_by_target", networkKey);
      await limiter.giveBack("auth_codes_at_known_networks", addressKey);
    },
  };
}
