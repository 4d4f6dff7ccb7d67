import type { Answers } from "./answers.ts";
import type { ErrorCode } from "./errors.ts";
import type { OpenInviteView } from "./feedback.ts";

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

/** What a refused form without scripts comes back with: everything typed, and what was wrong. */
export interface RefusedForm {
  answers: Answers;
  encouragement: string;
  use_in_insights: boolean;
  show_if_few: boolean;
  error: ErrorCode;
  /** The question the error is about. */
  question_id: number | undefined;
}

/** What /invite and /feedback show. `card` is one of the cards that stand instead of the questions. */
export type FeedbackPageModel =
  | {
      kind: "open";
      invite_token: string;
      /** Fresh for each rendering; the form posts it, so that pressing twice submits once. */
      submission_key: string;
      view: OpenInviteView;
      /** Whether insights may read answers on this server, and who processes them. */
      insights: "off" | "local" | "model";
      refused: RefusedForm | undefined;
    }
  | { kind: "card"; card: InviteCard; invite_token: string | undefined }
  /** A reload of /feedback: the script fetches with the token it kept. */
  | { kind: "loading"; insights: "off" | "local" | "model" };

/** `invalid`: unknown link. The others are what a known link may have become. */
export type InviteCard = "invalid" | "closed" | "completed" | "declined";

export interface UnsubscribePageModel {
  token: string;
  /** `ask` shows the button, `done` says what happened, `invalid` an unknown link. */
  state: "ask" | "done" | "invalid";
  owner_name: string | null;
  /** Addresses of everyone's mail, or only this owner's. */
  scope: "owner" | "everyone" | undefined;
}

export interface PricingPageModel {
  billing: "stripe" | "test" | "off";
}

/** A whole document; in development it is rendered from the sources each time, which takes a promise. */
export type Html = string | Promise<string>;

/**
 * The pages that the server sends as finished HTML. The web floor implements it, the server loads the built file and
 * knows only this type.
 */
export interface Pages {
  landing(assets: PageAssets): Html;
  pricing(model: PricingPageModel, assets: PageAssets): Html;
  not_found(assets: PageAssets): Html;
  feedback(model: FeedbackPageModel, assets: PageAssets): Html;
  thank_you(assets: PageAssets): Html;
  unsubscribe(model: UnsubscribePageModel, assets: PageAssets): Html;
}
