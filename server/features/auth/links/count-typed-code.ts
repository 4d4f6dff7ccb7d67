import type { AuthDeps, Caller } from "../auth-deps.ts";
import { emailKey } from "../email-key.ts";
import { countAll, rateLimited } from "../limits.ts";
import { findUserByEmail } from "../queries.ts";
import { findKnownNetwork } from "../sessions/known-networks.ts";

type CountedCode = {
  isFromKnownNetwork: boolean;
  /** To be called if the code was right. */
  forgive(): Promise<void>;
};

/**
 * Counts an emailed code before it is compared. If the address is proven, each network from which its account was signed
 * in to is counted separately, so that strangers' wrong codes do not use up the owner's attempts. These networks are
 * also counted together, so that many of them do not allow many more guesses. A right code clears only the wrong ones
 * from its own network: otherwise, each sign-in of the owner would give everyone else new attempts. Not to be called
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
      ? [["auth_ten_a_day", `typed code ${addressKey}`]]
      : [
          // The order matters: a network that has used up its own attempts must not use up those of the others.
          ["auth_ten_a_day", `typed code ${networkKey}`],
          ["auth_thirty_a_day", `typed code ${addressKey}`],
        ],
  );
  if (!allowed) throw rateLimited(retry_after_seconds, about);
  return {
    isFromKnownNetwork: networkKey !== undefined,
    async forgive() {
      if (networkKey === undefined)
        return limiter.giveBack("auth_ten_a_day", `typed code ${addressKey}`);
      await limiter.clear("auth_ten_a_day", `typed code ${networkKey}`);
      await limiter.giveBack("auth_thirty_a_day", `typed code ${addressKey}`);
    },
  };
}
