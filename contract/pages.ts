import type { Answers } from "./answers.ts";
import type { BillingWay } from "./billing.ts";
import type { DoorPageModel } from "./door.ts";
import type { OpenInviteView } from "./feedback.ts";
import type { InsightsUse } from "./insights.ts";
import type { NotificationBox } from "./notifications.ts";

/** Addresses of built files, as they stand in the build's manifest; in development, of sources. */
export interface EntryAssets {
  /** Module scripts, the entry first. */
  scripts: readonly string[];
  /** Modules worth asking for early. */
  preloads: readonly string[];
  /** Stylesheets to link. */
  stylesheets: readonly string[];
  /** A stylesheet's text to inline; its hash stands in the Content-Security-Policy. */
  inline_css: string;
}

export interface PageAssets {
  invitee: EntryAssets;
  public_pages: EntryAssets;
  /** The two latin font files, for the pages that preload them. */
  fonts: readonly string[];
}

/** What documents carry inline besides an entry's stylesheet: the Content-Security-Policy names each by its hash. */
export interface InlinedTexts {
  styles: readonly string[];
  scripts: readonly string[];
}

/** The names of the feedback form's fields, as it is posted without scripts. */
export const formFields = {
  action: "action",
  invite_token: "token",
  submission_key: "submission_key",
  /** By question id. */
  answer: (question_id: number) => `answer-${question_id}`,
  answer_pattern: /^answer-([1-9]\d{0,8})$/,
  encouragement: "encouragement",
  leave_out: "leave_out",
  insights_by: "insights_by",
  show_if_few: "show_if_few",
} as const;

/** Everything typed into the feedback form. */
export interface ReflectionsForm {
  invite_token: string;
  /** The key of its submit: posting the same form again is the same submit. */
  submission_key: string;
  answers: Answers;
  encouragement: string;
  use_in_insights: boolean;
  /** What the page said of who processes answers; see `agreedProcessor`. */
  insights_by: string | null;
  show_if_few: boolean;
}

/** What a refused form without scripts comes back with: everything typed, and what was wrong. */
export interface RefusedForm
  extends Omit<ReflectionsForm, "invite_token" | "submission_key" | "insights_by"> {
  message: string;
  /** The question it is about, or the encouragement; undefined when it is about all of it. */
  about: number | "encouragement" | undefined;
}

/** What /invite and /feedback show. `card` is one of the cards that stand instead of the questions. */
export type FeedbackPageModel =
  | {
      kind: "open";
      invite_token: string;
      /** Fresh for each rendering; the form posts it, so that pressing twice submits once. */
      submission_key: string;
      view: OpenInviteView;
      insights: InsightsUse;
      /** Who processes answers, in short: the form hands it back. Null: nobody. */
      insights_by: string | null;
      refused: RefusedForm | undefined;
    }
  | {
      kind: "card";
      card: InviteCard;
      invite_token: string | undefined;
      /** Where to try again, when that is not the private link. */
      again_address?: string;
      insights: InsightsUse;
      insights_by: string | null;
    }
  /** A reload of /feedback: the script fetches with the token it kept. */
  | { kind: "loading"; insights: InsightsUse; insights_by: string | null }
  /** Posted without scripts and not stored: everything typed, to be sent again or copied, and why. */
  | { kind: "unsent"; form: ReflectionsForm; message: string };

/**
 * `invalid`: unknown link. `unavailable`: the link could not be looked up now. The others are what a known link may
 * have become; `full` and `expired` only one that was got by the open link.
 */
export type InviteCard =
  | "invalid"
  | "closed"
  | "completed"
  | "declined"
  | "full"
  | "expired"
  | "unavailable";

/** The card that stands for a refusal, by its code. */
export function cardOfCode(code: string): InviteCard {
  switch (code) {
    case "invite_invalid":
      return "invalid";
    case "circle_closed":
      return "closed";
    case "invite_completed":
      return "completed";
    case "invite_declined":
      return "declined";
    case "link_full":
      return "full";
    case "join_expired":
      return "expired";
    default:
      return "unavailable";
  }
}

export interface UnsubscribePageModel {
  token: string;
  /** `ask` shows the button, `done` says what happened, `invalid` an unknown link. */
  state: "ask" | "done" | "invalid";
  owner_name: string | null;
  /** Addresses of everyone's mail, or only this owner's. */
  scope: "owner" | "everyone" | undefined;
}

/** `ask` shows the button, `done` says which letters an owner gets no more of, `invalid` an unknown link. */
export type TurnOffPageModel =
  | { state: "ask" | "done"; box: NotificationBox }
  | { state: "invalid" };

/** What pressing the button of a link's page does: each purpose is a mail of its own. */
export type MailedLinkPurpose = "signup" | "recovery" | "email_change_new" | "email_change_old";

/**
 * The page that a link mailed about an account opens. `ask` shows the button: `address` is the one that it concerns, of a
 * change the new one, and `fields` go along when it is pressed. `asked_by_account`: the mail was asked for by the sign-up
 * or by a session of the account; else by anybody who knows the address. `dead`: the link does nothing any more; what
 * helps depends on the `type` that it names.
 */
export type MailedLinkPageModel =
  | {
      state: "ask";
      purpose: MailedLinkPurpose;
      address: string;
      asked_by_account: boolean;
      fields: Record<string, string>;
    }
  | { state: "dead"; type: "signup" | "recovery" | "email_change" | undefined };

export interface PricingPageModel {
  billing: BillingWay;
  insights: InsightsUse;
}

/** A whole document; in development it is rendered from the sources each time, which takes a promise. */
type Html = string | Promise<string>;

/**
 * The pages that the server sends as finished HTML. The web floor implements it, the server loads the built file and
 * knows only this type.
 */
export interface Pages {
  landing(assets: PageAssets): Html;
  pricing(model: PricingPageModel, assets: PageAssets): Html;
  not_found(assets: PageAssets): Html;
  feedback(model: FeedbackPageModel, assets: PageAssets): Html;
  /** /feedback?circle=…, complete as it comes. */
  door(model: DoorPageModel, assets: PageAssets): Html;
  thank_you(assets: PageAssets): Html;
  unsubscribe(model: UnsubscribePageModel, assets: PageAssets): Html;
  /** The same for an owner's own letters. */
  turn_off(model: TurnOffPageModel, assets: PageAssets): Html;
  mailed_link(model: MailedLinkPageModel, assets: PageAssets): Html;
}
