import { randomUUID } from "node:crypto";

/** The identity of an account that signs in with its address, before the address is proven. */
export function newEmailIdentity({
  user_id,
  email,
  now,
}: {
  user_id: string;
  email: string;
  now: Date;
}) {
  return {
    id: randomUUID(),
    user_id,
    provider: "email",
    provider_id: user_id,
    identity_data: { sub: user_id, email, email_verified: false, phone_verified: false },
    last_sign_in_at: null,
    created_at: now,
    updated_at: now,
  };
}

/** The `app_metadata` of an account whose only identity is its address. */
export const emailAppMetadata = { provider: "email", providers: ["email"] };
