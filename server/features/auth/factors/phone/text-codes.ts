import { randomInt } from "node:crypto";
import { isBanned } from "#server/access/session.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { type JobHandler, UnrecoverableJobError } from "#server/jobs/jobs.ts";
import type { Secrets } from "#server/system/secrets.ts";
import type { AuthDeps } from "../../auth-deps.ts";
import { lockUser } from "../../queries.ts";
import { UnrecoverableTextError } from "../../text-messages/text-transport.ts";
import type { ChallengeRow } from "../queries.ts";
import { findTextChallenge, updateChallenge } from "./queries.ts";
import { phoneNumberOf } from "./stored-number.ts";

/**
 * Sends the code of a challenge. The code is made when the text is sent, so that no row of the queue ever contains one;
 * a text that is tried again gets a new code. A challenge is skipped if it has ended or the provider has already
 * accepted its text.
 */
export function sendTextCode(
  deps: Pick<AuthDeps, "db" | "clock" | "secrets" | "config" | "texts">,
): JobHandler<"send_text_code"> {
  return async ({ user_id, challenge_id }) => {
    const { texts } = deps;
    if (texts === undefined) return;
    const prepared = await inTransaction(deps.db, (tx) =>
      prepare(tx, deps, { user_id, challenge_id }),
    );
    if (prepared === undefined) return;
    const { number, code } = prepared;
    const host = new URL(deps.config.publicUrl).hostname;
    try {
      await texts.send({
        id: challenge_id,
        to: number,
        // The last line lets browsers offer the code on this site alone.
        text: `${code} is your Paraline code. It works for 5 minutes. Never tell it to anyone.\n\n@${host} #${code}`,
        created_at: deps.clock.now(),
      });
    } catch (error) {
      if (error instanceof UnrecoverableTextError) throw new UnrecoverableJobError(error.message);
      throw error;
    }
    await inTransaction(deps.db, (tx) =>
      updateChallenge(tx, challenge_id, { text_sent_at: deps.clock.now() }),
    );
  };
}

async function prepare(
  tx: Tx,
  deps: Pick<AuthDeps, "clock" | "secrets">,
  { user_id, challenge_id }: { user_id: string; challenge_id: string },
): Promise<{ number: string; code: string } | undefined> {
  // As everywhere, the account is locked first.
  const user = await lockUser(tx, user_id);
  const present = await findTextChallenge(tx, { user_id, challenge_id });
  const now = deps.clock.now();
  if (!user || !present || present.text_sent_at !== null || present.expires_at <= now) {
    return undefined;
  }
  if (isBanned(user, now)) return undefined;
  const code = randomInt(1_000_000).toString().padStart(6, "0");
  await updateChallenge(tx, challenge_id, {
    code_hash: deps.secrets.signFor(...codeSignature(challenge_id, code)),
  });
  const factor = { id: present.factor_id, secret_encrypted: present.secret_encrypted };
  return { number: phoneNumberOf(deps, factor), code };
}

/**
 * Whether a typed code is the one that was sent for a challenge. A challenge has no code before its text is prepared.
 */
export function isTextCode(
  secrets: Secrets,
  { id, code_hash }: Pick<ChallengeRow, "id" | "code_hash">,
  code: string,
): boolean {
  const isRight = secrets.isSignedFor(...codeSignature(id, code), code_hash ?? Buffer.alloc(32));
  return code_hash !== null && isRight;
}

/**
 * The content that is signed for a code. A plain hash would not do: anyone who reads the table could try all million
 * codes against it.
 */
function codeSignature(challengeId: string, code: string) {
  return ["code by text", challengeId, code] as const;
}
