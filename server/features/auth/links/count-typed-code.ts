import type { AuthDeps, Caller } from "../auth-deps.ts";
import { countAll, emailKey, rateLimited } from "../limits.ts";
import { findUserByEmail } from "../queries.ts";
import { findKnownNetwork } from "../sessions/known-networks.ts";

type CountedCode = {
  isFromKnownNetwork: boolean;
  /** To be called if the code was right. */
  forgive(): Promise<void>;
};

/**
 * Counts an emailed code before it is compared. Networks that an owner has used count separately, so that strangers use
 * up nothing, and together, so that many of them allow few more guesses.
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
