import type { ColumnType, Kysely, Transaction } from "kysely";
import type { Question } from "#contract/circles/questions.ts";
import type { ClosingParts, DecisionPath, PlanFields } from "#contract/decisions.ts";
import type { GenerationStage } from "#contract/insights/insights.ts";
import type { Label } from "#contract/invites/invites.ts";
import type { AuthTables } from "./auth-tables.ts";
import type { BillingTables } from "./billing-tables.ts";
import type { MailKind, MailState } from "./mail-kinds.ts";
import type { Sealed, WrappedKey } from "./sealed.ts";

/** Written as JSON text, read back parsed. */
type Json<T> = ColumnType<T, string, string>;
/** Set when the row is made and never again. */
type Fixed<T> = ColumnType<T, T, never>;

interface ProfilesTable {
  user_id: Fixed<string>;
  full_name: string;
  time_zone: string | null;
  /** The three checkboxes: which mails the owner wants about their circles. */
  notify_responses: ColumnType<boolean, boolean | undefined, boolean>;
  notify_deadlines: ColumnType<boolean, boolean | undefined, boolean>;
  notify_weekly: ColumnType<boolean, boolean | undefined, boolean>;
  /** When the next weekly summary is due; null: to be worked out again. */
  weekly_due_at: ColumnType<Date | null, undefined, Date | null>;
  created_at: Fixed<Date>;
  updated_at: Date;
}

export interface CirclesTable {
  id: Fixed<string>;
  user_id: Fixed<string>;
  /** Made by the page; the same key again is the same creation. */
  create_key: Fixed<string>;
  title: string;
  description: string;
  what_they_ask: string;
  is_anonymous: boolean;
  /** Day of the owner's time zone. */
  deadline: string | null;
  /** The deadline as an instant, the end of its day; valid before any job has run. */
  closes_at: Date | null;
  cover_image_url: string | null;
  status: "active" | "completed";
  questions: Json<Question[]>;
  next_question_id: number;
  closed_at: Date | null;
  /** Anonymous: its closing released one or two answers, so it can never be reopened. */
  is_closed_for_good: ColumnType<boolean, undefined, true>;
  /** Whether anyone with the share link may answer; `never`: it was not opened so far. */
  open_link: ColumnType<"never" | "open" | "revoked", undefined, "open" | "revoked">;
  /** When its account was reset: mails to its people from before are over. */
  links_replaced_at: ColumnType<Date | null, undefined, Date>;
  /**
   * Anonymous: people who joined through the link and whose answers are released; only they count among those asked.
   */
  link_people_shown: ColumnType<number, undefined, number>;
  /** Anonymous: people who joined through the link and whose answers were deleted unreleased. */
  link_people_forgotten: ColumnType<number, undefined, number>;
  /** People who had answered by the link when it was last switched on; anonymous: whose answers were released by then. */
  link_answers_before: ColumnType<number, undefined, number>;
  /** False from a closing by deadline until its owner was notified, or wants no such mails. */
  closing_told: ColumnType<boolean, undefined, boolean>;
  /** The owner's circle that it is a copy of; null: it is none, or that one was deleted. */
  asked_again_of: ColumnType<string | null, string | undefined, never>;
  /** The last times it was reopened, oldest first: no more of them than a day allows. */
  reopened_at: ColumnType<Date[], undefined, Date[]>;
  /** Anonymous: the closing of which a sweep has deleted what was held back for 30 days. */
  swept_closing: ColumnType<Date | null, undefined, Date>;
  created_at: Fixed<Date>;
  updated_at: Date;
}

interface InvitesTable {
  id: Fixed<string>;
  circle_id: Fixed<string>;
  position: Fixed<number>;
  first_name: string;
  last_name: string | null;
  /** Normalized; null for people who joined through the open link. */
  email: string | null;
  status: ColumnType<
    "pending" | "completed" | "declined",
    "pending" | "completed" | undefined,
    "pending" | "completed" | "declined"
  >;
  /** Whether its holder has ever declined, even if they took it back while the circle was anonymous. */
  has_declined: ColumnType<boolean, undefined, boolean>;
  source: ColumnType<"invited" | "link", "invited" | "link" | undefined, never>;
  invite_token: string;
  /** The key of the submit that completed it, so that its repetition is known. */
  submission_key: ColumnType<string | null, undefined, string | null>;
  label: ColumnType<Label | null, Label | null | undefined, Label | null>;
  created_at: Fixed<Date>;
}

/**
 * The keys of circles: what people wrote is encrypted with them, and ends with them. `secret_id` says with
 * which APP_SECRET a key is encrypted itself.
 */
interface CircleKeysTable {
  circle_id: Fixed<string>;
  wrapped_key: WrappedKey;
  secret_id: string;
}

/** Anonymous circles: an answer from its submit to its release. No screen, export or endpoint reads it. */
interface WaitingAnswersTable {
  id: Fixed<string>;
  circle_id: Fixed<string>;
  /** The questions as they read when they were answered. */
  questions: Json<Question[]>;
  sealed: Fixed<Sealed<"waiting answers">>;
}

/** Readable answers. */
interface FeedbackTable {
  id: Fixed<string>;
  circle_id: Fixed<string>;
  /** Named circles only. */
  invite_id: Fixed<string | null>;
  /** The answers, as JSON. */
  sealed: Fixed<Sealed<"answers">>;
  /** The questions as they read when they were answered. */
  questions: Json<Question[]>;
  use_in_insights: Fixed<boolean>;
  /** The processor that was named to the author; null where none was, because no answers were processed. */
  insights_by: Fixed<string | null>;
  /** Day of the owner's time zone; of an anonymous answer, the day of its release. */
  received_on: Fixed<string>;
  /** Named circles only. */
  created_at: Fixed<Date | null>;
  released_on: Fixed<string>;
  /** Its number for readers, given at release and kept. */
  number: Fixed<number | null>;
  /** Whether the owner was notified of it by email, or wants no such mails. */
  owner_told: ColumnType<boolean, undefined, true>;
}

/** Answers that an owner has kept: a response and the question of the answer. */
interface KeptAnswersTable {
  feedback_id: Fixed<string>;
  question_id: Fixed<number>;
}

/** Which responses of named circles a mail to their owner reports. */
interface ToldResponsesTable {
  mail_id: Fixed<string>;
  feedback_id: Fixed<string>;
}

/** Readable notes. */
interface EncouragementsTable {
  id: Fixed<string>;
  circle_id: Fixed<string>;
  invite_id: Fixed<string | null>;
  sealed: Fixed<Sealed<"encouragement">>;
  released_on: Fixed<string>;
  number: Fixed<number | null>;
}

interface CoversTable {
  user_id: Fixed<string>;
  file_name: Fixed<string>;
  created_at: Date;
  /** Whether a sweep has found a circle that refers to it, and none has let go of it since. */
  is_settled: ColumnType<boolean, undefined, boolean>;
  /** Null unless its file is being removed. */
  removed_at: Date | null;
}

/** What was uploaded as covers lately, for as long as it counts towards an account's limit. */
interface CoverUploadsTable {
  id: Fixed<string>;
  user_id: Fixed<string>;
  /** As stored; 0 until it is, and of what was no picture. */
  bytes: number;
  /** Made by copying a circle. */
  is_copy: Fixed<boolean>;
  created_at: Fixed<Date>;
}

/**
 * The copies of circles made lately, for as long as they count against the daily limit.
 */
interface CircleCopiesTable {
  user_id: Fixed<string>;
  /** The copy's own id, which may be deleted by now. */
  copy_id: Fixed<string>;
  created_at: Fixed<Date>;
}

export interface MailsTable {
  id: Fixed<string>;
  kind: Fixed<MailKind>;
  /** What this mail is for; a second mail for the same intent is never made. */
  intent: Fixed<string>;
  user_id: Fixed<string | null>;
  circle_id: Fixed<string | null>;
  invite_id: Fixed<string | null>;
  to_address: Fixed<string>;
  state: MailState;
  reason: string | null;
  attempts: ColumnType<number, number | undefined, number>;
  /** Attempts that certainly delivered nothing. The others may have arrived, whatever the state says. */
  undelivered_attempts: ColumnType<number, undefined, number>;
  not_before: Date | null;
  created_at: Fixed<Date>;
  sent_at: Date | null;
}

/**
 * Addresses typed on a share link's page, until a job has looked for their invitations. Not bound to a circle,
 * so that storing one is the same work whether or not the circle exists.
 */
interface LinkRequestsTable {
  id: Fixed<string>;
  circle_id: Fixed<string>;
  email: Fixed<string>;
  created_at: Fixed<Date>;
}

/** People removed from a circle, so that their names are redacted from what is generated from its answers. */
interface RemovedNamesTable {
  circle_id: Fixed<string>;
  /** A keyed hash that ends with the circle's key. */
  name_mac: Fixed<Buffer>;
}

/** Mails to people removed since, for as long as they count: removing a person frees no limit. */
interface RemovedMailsTable {
  user_id: Fixed<string>;
  /** Keyed by APP_SECRET. */
  address_hash: Fixed<string>;
  created_at: Fixed<Date>;
}

interface MailOptOutsTable {
  id: Fixed<string>;
  email: Fixed<string>;
  /** Null: mail of no owner at all. */
  owner_id: Fixed<string | null>;
  created_at: Fixed<Date>;
}

/** What was last generated for a circle; one row each. Written whole, so that a failed generation changes nothing. */
export interface InsightsTable {
  circle_id: Fixed<string>;
  /** What was generated and what it rests on, as JSON. */
  sealed: Sealed<"insights">;
  engine_kind: "local" | "model";
  engine_name: string;
  prompt_version: string | null;
  took_ms: number;
  updated_at: Date;
}

/** Each request for insights, recorded before it is processed; kept while it counts towards the daily limit. */
interface InsightGenerationsTable {
  id: Fixed<string>;
  circle_id: Fixed<string>;
  state: "running" | "done" | "failed";
  stage: GenerationStage;
  requested_at: Fixed<Date>;
  finished_at: Date | null;
  /** The model that answered; null where none did. */
  engine_name: ColumnType<string | null, undefined, string>;
  /** Whether that answer failed the checks. */
  is_weak: ColumnType<boolean | null, undefined, boolean>;
}

/**
 * Erased accounts whose files are still being removed. Not bound to the account, which is gone; the row is
 * deleted with the last file, so that the id and the address are kept nowhere.
 */
interface ErasuresTable {
  id: Fixed<string>;
  user_id: Fixed<string>;
  created_at: Fixed<Date>;
}

/** What an owner decided to do next; one row a circle, from the first thing that is saved. */
export interface DecisionsTable {
  circle_id: Fixed<string>;
  /** Counts the changes. */
  version: number;
  path: DecisionPath | null;
  /** The fields of every path tried. */
  fields: Json<PlanFields>;
  /** Day of the owner's time zone. */
  review_date: string | null;
  /** The review date whose review reminder was requested, or which had passed when it was set. */
  looked_back_on: string | null;
  prediction: string;
  /** In percent. */
  confidence: number | null;
  what_happened: string;
  closing: Json<ClosingParts>;
  closing_sent_at: Date | null;
  closing_sent_count: number;
  created_at: Fixed<Date>;
  updated_at: Date;
}

/**
 * What was deleted: `keys` is a round with its key, at a release or after it was held back; `rows` is anything
 * else (a circle, a person, an account); `plain texts` is what was stored before answers were encrypted, and
 * `samples` what PostgreSQL had sampled of it, each once.
 */
export type CleanupReach = "keys" | "rows" | "plain texts" | "samples";

/** Deletions that have to reach the disk; gone once they have. */
interface DiskCleanupsTable {
  id: Fixed<string>;
  reach: Fixed<CleanupReach>;
  /** The transaction that deleted, as PostgreSQL numbers them. */
  requested_by: Fixed<string>;
  requested_at: Fixed<Date>;
}

/** One row: when the last complete backup was made. */
interface LastBackupTable {
  is_only: Fixed<boolean>;
  made_at: Date;
}

/** One row, written to find out whether the database takes writes. */
interface WriteChecksTable {
  is_only: Fixed<boolean>;
  checked_at: Date;
}

/** One row: the migration that a version of the product has to know to run on this schema. */
interface SchemaSupportTable {
  is_only: Fixed<boolean>;
  oldest_migration: string;
}

/** One row: what this database is in relation to those that it was copied from or to. No copy takes it along. */
interface DatabaseStateTable {
  is_only: Fixed<boolean>;
  id: Fixed<string>;
  state: "ready" | "unfinished" | "moved";
  /** Where its contents are in use now, in words. */
  moved_to: string | null;
  moved_to_id: string | null;
  /** The database whose contents were moved here. */
  came_from_id: string | null;
  /** When a server was first started on it since it was made, or since contents were loaded into it. */
  served_at: Date | null;
}

/** What was erased, until the list of erasures has it. */
interface ErasureNotesTable {
  id: Fixed<string>;
  entry: Fixed<string>;
}

/** The list of erasures, by the day (UTC) on which an entry came to it. */
interface ErasureDaysTable {
  day: Fixed<string>;
  /** Sorted, each with a line break: keyed hashes, and marks of the secrets that they are keyed with. */
  lines: string;
}

/** How much there was on a day (UTC), of what `dailySubjects` lists. */
interface DailyCountsTable {
  day: Fixed<string>;
  subject: Fixed<string>;
  count: number;
}

/** Every table, by the name that queries use. */
export interface Tables extends AuthTables, BillingTables {
  profiles: ProfilesTable;
  circles: CirclesTable;
  invites: InvitesTable;
  circle_keys: CircleKeysTable;
  round_keys: CircleKeysTable;
  waiting_answers: WaitingAnswersTable;
  feedback: FeedbackTable;
  kept_answers: KeptAnswersTable;
  encouragements: EncouragementsTable;
  insights: InsightsTable;
  insight_generations: InsightGenerationsTable;
  decisions: DecisionsTable;
  covers: CoversTable;
  cover_uploads: CoverUploadsTable;
  circle_copies: CircleCopiesTable;
  mails: MailsTable;
  mail_opt_outs: MailOptOutsTable;
  link_requests: LinkRequestsTable;
  removed_mails: RemovedMailsTable;
  removed_names: RemovedNamesTable;
  erasures: ErasuresTable;
  told_responses: ToldResponsesTable;
  disk_cleanups: DiskCleanupsTable;
  write_checks: WriteChecksTable;
  schema_support: SchemaSupportTable;
  database_state: DatabaseStateTable;
  erasure_notes: ErasureNotesTable;
  erasure_days: ErasureDaysTable;
  last_backup: LastBackupTable;
  daily_counts: DailyCountsTable;
}

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;
/** What a query that only reads takes: a Db, a Tx, or the handle of `ReadFromReplica`. */
export type ReadDb = Pick<Db, "selectFrom" | "getExecutor">;
