import { hourMs } from "#contract/values/durations.ts";

/** The addresses that have to confirm a change of address, as bits of `email_change_confirmed`. */
export const pendingConfirmations = { ofNew: 1, ofOld: 2 } as const;

/**
 * Another bit of `email_change_confirmed`: the new address was confirmed from a session of the account, which proves
 * the account. Clicking the button of an email does not.
 */
export const newAddressProvenInAccount = 4;

/** How long a change of address waits to be confirmed, however often its emails are sent again. */
export const emailChangeHours = 24;

/** The columns of a user's row that a change of address depends on. */
interface ChangeColumns {
  new_email: string | null;
  email_change_confirmed: number;
  email_change_asked_at: Date | null;
  email_proven_at: Date | null;
}

/** The columns of a user's row while no change of address is pending. */
export const noEmailChange = {
  new_email: null,
  email_change_confirmed: 0,
  email_change_asked_at: null,
} as const;

/**
 * The pending change of address, with the addresses that still have to confirm it, which is decided here: the present
 * one must as soon as it is proven. Undefined if it has expired.
 */
export function findPendingEmailChange(
  user: ChangeColumns,
  now: Date,
): { new_email: string; missing: number } | undefined {
  const { new_email, email_change_asked_at: askedAt } = user;
  if (new_email === null || askedAt === null) return undefined;
  if (now.getTime() >= askedAt.getTime() + emailChangeHours * hourMs) return undefined;
  const needed =
    pendingConfirmations.ofNew | (user.email_proven_at === null ? 0 : pendingConfirmations.ofOld);
  return { new_email, missing: needed & ~user.email_change_confirmed };
}
