import type { Db } from "#server/db/tables.ts";
import {
  type FactorRow,
  findRecoveryCodeSet,
  findUser,
  type IdentityRow,
  listFactors,
  listIdentities,
  type RecoveryCodeSetRow,
  type UserRow,
} from "./queries.ts";

/** A user in the client library's format. It never contains a hash, a token or a secret. */
export type WireUser = ReturnType<typeof userView>;

/** The account with its sign-in methods and its second factors; undefined if it does not exist any more. */
export async function findUserView(db: Db, userId: string): Promise<WireUser | undefined> {
  const user = await findUser(db, userId);
  return user && loadUserView(db, user);
}

/** Loads the sign-in methods and second factors of an account, and returns them with the account. */
export async function loadUserView(db: Db, user: UserRow): Promise<WireUser> {
  return userView(
    user,
    await listIdentities(db, user.id),
    await listFactors(db, user.id),
    await findRecoveryCodeSet(db, user.id),
  );
}

export function userView(
  user: UserRow,
  identities: IdentityRow[],
  factors: FactorRow[],
  recoveryCodes?: RecoveryCodeSetRow,
) {
  const listed = factors.map(factorView);
  const hasVerified = factors.some(({ status }) => status === "verified");
  if (recoveryCodes && hasVerified) listed.push(recoveryCodesView(recoveryCodes));
  return {
    id: user.id,
    aud: "authenticated",
    role: "authenticated",
    email: user.email,
    phone: "",
    email_confirmed_at: optionalTime(user.email_confirmed_at),
    confirmed_at: optionalTime(user.email_confirmed_at),
    confirmation_sent_at: optionalTime(user.confirmation_sent_at),
    // A stranger who signed up with another person's address must not learn when that person recovers it.
    recovery_sent_at: user.email_proven_at ? optionalTime(user.recovery_sent_at) : undefined,
    email_change_sent_at: optionalTime(user.email_change_sent_at),
    new_email: user.new_email ?? undefined,
    last_sign_in_at: optionalTime(user.last_sign_in_at),
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    identities: identities.map(identityView),
    factors: listed.length === 0 ? undefined : listed,
    is_anonymous: false,
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
  };
}

function identityView(identity: IdentityRow) {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    email: identity.email,
    last_sign_in_at: optionalTime(identity.last_sign_in_at),
    created_at: identity.created_at.toISOString(),
    updated_at: identity.updated_at.toISOString(),
  };
}

/** Recovery codes are listed with the second steps that they stand in for, but are not second steps themselves. */
function recoveryCodesView(set: RecoveryCodeSetRow): WireFactor {
  return {
    id: set.id,
    friendly_name: set.friendly_name,
    factor_type: "recovery_code",
    status: "verified",
    last_challenged_at: undefined,
    created_at: set.created_at.toISOString(),
    updated_at: set.updated_at.toISOString(),
  };
}

type WireFactor = {
  id: string;
  friendly_name: string | undefined;
  factor_type: FactorRow["factor_type"] | "recovery_code";
  status: FactorRow["status"];
  /** The number is masked, because someone who knows only the password must not learn it. */
  phone?: string | undefined;
  last_challenged_at: string | undefined;
  created_at: string;
  updated_at: string;
};

function factorView(factor: FactorRow): WireFactor {
  return {
    id: factor.id,
    friendly_name: factor.friendly_name === "" ? undefined : factor.friendly_name,
    factor_type: factor.factor_type,
    phone: factor.phone_ending === null ? undefined : `••••••${factor.phone_ending}`,
    status: factor.status,
    last_challenged_at: optionalTime(factor.last_challenged_at),
    created_at: factor.created_at.toISOString(),
    updated_at: factor.updated_at.toISOString(),
  };
}

function optionalTime(instant: Date | null): string | undefined {
  return instant?.toISOString();
}
