import type { Invite } from "#contract/invites/invites.ts";
import { circle } from "./results.ts";

/** A person who was invited by name and has been sent an invitation. */
export const ana: Invite = {
  id: "a1111111-1111-4111-8111-111111111111",
  circle_id: circle.id,
  first_name: "Ana",
  last_name: "Lima",
  email: "ana@example.com",
  status: "pending",
  source: "invited",
  label: null,
  delivery: "sent",
  delivery_reason: null,
  created_at: "2026-11-10T09:00:00.000Z",
};
