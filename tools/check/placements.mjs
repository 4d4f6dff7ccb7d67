/**
 * Where the rows of each table would be if owners were spread over several servers (docs/operating.md, "Beyond one
 * PostgreSQL"): with their owner, or in a separate database. The product does not depend on this list.
 * `shard-key.mjs` checks it against the tables and the statements.
 *
 * - `owner`: the table has the owner's id, in this column.
 * - `circle`: it has a circle's id, and is stored with the circle's owner. Citus needs the owner's id in it as well.
 * - `parent`: this column has the id of a row that is stored with its owner. Citus needs the owner's id here, too.
 * - `separate`: it belongs to no owner, or is looked up before one is known. It stays in a database of its own.
 * - `reference`: small, seldom changed, and copied to every server.
 *
 * @typedef {"owner" | "circle" | "parent" | "separate" | "reference"} Placement
 * @type {Record<string, { placement: Placement, column?: string }>}
 */
export const placements = {
  ...ownedBy("user_id", [
    "auth.known_devices",
    "auth.known_networks",
    "auth.mfa_factors",
    "auth.one_time_tokens",
    "auth.passkeys",
    "auth.recovery_code_sets",
    "auth.sessions",
    "auth.wrong_codes",
    "auth.oauth_consents",
    "auth.audit_log",
    "billing_customers",
    "checkouts",
    "circle_copies",
    "circles",
    "cover_uploads",
    "covers",
    "mails",
    "profiles",
    "purchases",
    "removed_mails",
    "subscription_payments",
    "subscriptions",
    "test_checkouts",
    "test_subscriptions",
  ]),
  "auth.users": { placement: "owner", column: "id" },
  ...ofCircles([
    "circle_keys",
    "decisions",
    "encouragements",
    "feedback",
    "insight_generations",
    "insights",
    "invites",
    "removed_names",
    "sealed_answers",
    "sealing_keys",
  ]),
  kept_answers: { placement: "parent", column: "feedback_id" },
  told_responses: { placement: "parent", column: "mail_id" },
  "auth.recovery_codes": { placement: "parent", column: "set_id" },
  "auth.mfa_challenges": { placement: "parent", column: "session_id" },
  ...separate([
    // These are looked up by what a visitor has: a code, an account of a provider, a challenge.
    "auth.identities",
    "auth.flow_state",
    "auth.passkey_challenges",
    "auth.provider_sign_ins",
    "auth.oauth_authorizations",
    "auth.oauth_clients",
    "auth.invited_addresses",
    "billing_events",
    "link_requests",
    "mail_opt_outs",
    "mailboxes",
    // These are one list for the whole server.
    "disk_cleanups",
    "erasure_days",
    "erasure_notes",
    "erasures",
    "database_state",
    "daily_counts",
    "last_backup",
    "write_checks",
  ]),
  "auth.signing_keys": { placement: "reference" },
  schema_support: { placement: "reference" },
};

/** The reasons why some hot statements name neither an owner nor a circle, by the names of the statements. */
export const withoutKey = new Map([
  ["auth_session", "By session: the access token that names it names the owner, too."],
  [
    "read_invite_by_token",
    "By token: a private link is all that its holder has. A directory of tokens in the separate database has to name the owner first.",
  ],
  ["submit_named", "By invite: read by its token in the same request, with the owner."],
  ["lock_anonymous_invite", "By invite, as above."],
  ["submit_anonymous", "By invite, as above."],
]);

/** @param {string} column @param {string[]} tables */
function ownedBy(column, tables) {
  return Object.fromEntries(
    tables.map((table) => [table, { placement: /** @type {const} */ ("owner"), column }]),
  );
}

/** @param {string[]} tables */
function ofCircles(tables) {
  return Object.fromEntries(
    tables.map((table) => [
      table,
      { placement: /** @type {const} */ ("circle"), column: "circle_id" },
    ]),
  );
}

/** @param {string[]} tables */
function separate(tables) {
  return Object.fromEntries(
    tables.map((table) => [table, { placement: /** @type {const} */ ("separate") }]),
  );
}
