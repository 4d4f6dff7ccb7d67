import { answerLimits } from "./answer-limits.ts";

/** Every business number of the product, with its unit in the name. Source: docs/product.md, Limits. */
export const limits = {
  ...answerLimits,

  questions_min: 1,
  questions_max: 8,
  question_label_characters: 500,
  question_subtitle_characters: 200,
  rating_label_characters: 40,
  /** How many options a choice has. */
  options_min: 2,
  options_max: 8,
  option_characters: 80,

  title_characters: 200,
  description_characters: 5000,
  ask_characters: 5000,
  name_characters: 120,
  email_characters: 254,

  people_max: 50,
  anonymous_people_min: 3,
  release_answers: 3,
  held_back_days: 30,

  duplicates_a_day: 20,
  /** Of one anonymous circle. */
  reopenings_a_day: 5,

  /** How far ahead a deadline or another planned day may be. */
  days_ahead_years: 5,

  /** A long text field of a plan, and the one about what happened. */
  decision_writing_characters: 2000,
  /** A one-line field of a plan, and the prediction. */
  decision_line_characters: 200,
  /** Each of the closing letter's three parts. */
  closing_part_characters: 2000,

  password_characters_min: 6,
  password_characters_max: 256,
  /** After this, changing a sign-in method requires the current password. */
  fresh_sign_in_minutes: 10,

  /** How long a subscription whose payment failed still unlocks. */
  past_due_grace_days: 3,

  insights_responses_min: 2,
  insights_a_day: 10,

  invitation_mails_a_day: 200,
  mail_spacing_minutes: 10,
  reminders_max: 3,
  /** Answers through the open link of one circle. */
  link_answers_max: 50,
  /** The newest unanswered joins through the open link of one circle; older ones expire. */
  link_joins_max: 300,
  /** Private links requested on the share-link page, per person. */
  private_links_a_day: 5,

  cover_bytes: 10 * 1024 * 1024,
  cover_pixels: 25_000_000,
  /** AVIF takes several times the work of other formats to unpack: a screen of 3840 by 2160. */
  cover_avif_pixels: 8_300_000,
  cover_side_pixels: 12_000,
  /** How often a progressive JPEG may go over its pixels; programs that write them do so about ten times. */
  cover_scans_max: 100,
  /** As stored; what is taller becomes narrower. */
  cover_width_pixels: 1600,
  cover_height_pixels: 2400,
  cover_unused_days: 7,
  /** How much one account may upload as covers in this many days; bytes as stored. */
  cover_uploads_days: 7,
  cover_uploads_max: 50,
  cover_uploads_bytes: 100 * 1024 * 1024,

  request_bytes: 256 * 1024,

  copied_seconds: 2,
} as const;

/** Prices in US cents. Source: docs/product.md, Paywall. */
export const prices = {
  single_cents: 500,
  monthly_cents: 1500,
  annual_cents: 12_900,
} as const;
