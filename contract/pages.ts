import type { BillingMode } from "./billing/billing.ts";
import type { Answers } from "./feedback/answers.ts";
import type { OpenInviteView, Receipt } from "./feedback/feedback.ts";
import type { ReflectionsView } from "./feedback/receipts.ts";
import type { InsightsUse } from "./insights/insights.ts";
import type { InviteCard } from "./invites/invite-cards.ts";
import type { ShareLinkPageModel } from "./invites/share-link.ts";
import type { Language } from "./languages.ts";
import type { NotificationBox } from "./notifications.ts";

/** The addresses of built files, as in the build's manifest; in development, those of sources. */
export interface EntryAssets {
  /** Module scripts, the entry first. */
  scripts: readonly string[];
  /** Modules worth preloading. */
  preloads: readonly string[];
  /** Stylesheets to link. */
  stylesheets: readonly string[];
  /** The text of a stylesheet to inline, whose hash is in the Content-Security-Policy. */
  inlineCss: string;
}

export interface PageAssets {
  /** Its script exists once for each language. */
  invitee: Record<Language, EntryAssets>;
  publicPages: EntryAssets;
  /** The two font files with Latin letters, for the pages that preload them. */
  fonts: readonly string[];
  /** The address of the picture that messengers show beside a link; undefined in development. */
  linkPicture: string | undefined;
}

/** What documents inline besides an entry's stylesheet: the Content-Security-Policy lists each by its hash. */
export interface InlinedTexts {
  styles: readonly string[];
  scripts: readonly string[];
}

/** The field names of the feedback form when it is posted without JavaScript. */
export const formFields = {
  action: "action",
  invite_token: "token",
  /** The language of the page, in which it is answered. */
  language: "lang",
  submission_key: "submission_key",
  /** The field for a question with this id. */
  answer: (questionId: number) => `answer-${questionId}`,
  answerPattern: /^answer-([1-9]\d{0,8})$/,
  encouragement: "encouragement",
  leave_out: "leave_out",
  consented_processor: "consented_processor",
  /** The code of a receipt. */
  code: "code",
} as const;

/** Everything typed into the feedback form. */
export interface ReflectionsForm {
  invite_token: string;
  /** The key of its submission: posting the same form again is the same submission. */
  submission_key: string;
  answers: Answers;
  encouragement: string;
  use_in_insights: boolean;
  /** Who processes answers, as stated on the page; see `findConsentedProcessor`. */
  consented_processor: string | null;
}

/** A form without JavaScript that was refused: everything that was typed, and what was wrong. */
export interface RefusedForm
  extends Omit<ReflectionsForm, "invite_token" | "submission_key" | "consented_processor"> {
  message: string;
  /** The question concerned, or the encouragement; undefined if it is the whole form. */
  about: number | "encouragement" | undefined;
}

/** What /invite and /feedback show. `card` is one of the cards shown instead of the questions. */
export type FeedbackPageModel =
  | {
      kind: "open";
      invite_token: string;
      /** New for each rendering. The form posts it, so that clicking twice submits once. */
      submission_key: string;
      view: OpenInviteView;
      insights: InsightsUse;
      /** The short name of the processor, which the form sends back; null for none. */
      consented_processor: string | null;
      refused: RefusedForm | undefined;
    }
  | {
      kind: "card";
      card: InviteCard;
      invite_token: string | undefined;
      /** The texts of a posted form that was not stored. */
      unsent?: readonly string[];
      /** Of a used link: whether the code of a receipt can be entered. */
      takes_code?: boolean;
      /** Of a used link: the private link of a further question that waits, and who asks it. */
      further?: { address: string; owner_name: string | null };
      /** Where to try again, when that is not the private link. */
      again_address?: string;
      insights: InsightsUse;
      consented_processor: string | null;
    }
  /** A reload of /feedback: the script loads the questions with the stored token. */
  | { kind: "loading"; insights: InsightsUse; consented_processor: string | null }
  /** Posted without JavaScript but not stored: everything typed, to send again, with the reason. */
  | { kind: "unsent"; form: ReflectionsForm; message: string };

/** What /thank-you shows, and the tab keeps: with the private link and, in its fragment, the code. */
export type KeptReceipt = Receipt & { link: string };

/**
 * What the holder of a receipt sees. `ask`: the code was wrong. `read`: what they wrote, in a form. `withdrawn`: it is
 * erased.
 */
export type ReceiptPageModel = { invite_token: string } & (
  | { state: "ask"; message: string }
  | {
      state: "read";
      code: string;
      stored: ReflectionsView;
      owner_name: string | null;
      is_anonymous: boolean;
      is_further: boolean;
      insights: InsightsUse;
      isSaved: boolean;
      refused: RefusedForm | undefined;
    }
  | { state: "withdrawn" }
);

export interface UnsubscribePageModel {
  token: string;
  /** Whose emails the address no longer gets: this owner's, or everyone's here. `invalid` means an unknown link. */
  stopped: "none" | "owner" | "everyone" | "invalid";
  owner_name: string | null;
  /** Whether the person has just taken an opt-out back. */
  isResubscribed: boolean;
}

/** `ask` shows the button, `done` says which emails the owner will no longer get, `invalid` means an unknown link. */
export type TurnOffPageModel =
  | { state: "ask" | "done"; box: NotificationBox }
  | { state: "invalid" };

/** What the button on the page of an emailed link does. Each purpose has its own email. */
export type EmailedLinkPurpose =
  | "signup"
  | "recovery"
  | "email_change_new"
  | "email_change_old"
  | "magiclink"
  /** A link to an account that was never proven, which is reset. */
  | "magiclink_unproven"
  /** A link to an address without an account. */
  | "magiclink_new"
  /** A link in the email about a sign-in that its owner may not have made. */
  | "not_me";

/** The type that an emailed account link names. */
export type EmailedLinkType = "signup" | "recovery" | "email_change" | "magiclink" | "not_me";

/**
 * The page that an emailed account link opens. `ask` shows the button: `address` is the address concerned, or the new one
 * for a change, and `fields` are posted with it. `asked_by_account`: the email was requested by the sign-up or by a
 * session of the account; otherwise anyone who knows the address may have requested it. `dead`: the link no longer
 * works, and the remedy depends on its `type`.
 */
export type EmailedLinkPageModel =
  | {
      state: "ask";
      purpose: EmailedLinkPurpose;
      address: string;
      asked_by_account: boolean;
      fields: Record<string, string>;
    }
  | { state: "dead"; type: EmailedLinkType | undefined };

export interface PricingPageModel {
  billing: BillingMode;
  insights: InsightsUse;
  /** Whether the checkout adds tax to the prices, by the buyer's address. */
  addsTax: boolean;
  /** The operator's refund terms as plain text; null if nothing is said about refunds. */
  refundTerms: string | null;
}

/** A whole document. It may be a promise, because in development it is rendered from the sources each time. */
type Html = string | Promise<string>;

/**
 * The pages that the server sends as finished HTML. The web layer implements it; the server loads the built
 * file and knows only this type.
 */
export interface Pages {
  landing(assets: PageAssets): Html;
  pricing(model: PricingPageModel, assets: PageAssets): Html;
  notFound(assets: PageAssets): Html;
  feedback(model: FeedbackPageModel, language: Language, assets: PageAssets): Html;
  /** /feedback?circle=…, which works without scripts. */
  shareLink(model: ShareLinkPageModel, language: Language, assets: PageAssets): Html;
  thankYou(receipt: KeptReceipt | undefined, language: Language, assets: PageAssets): Html;
  receipt(model: ReceiptPageModel, language: Language, assets: PageAssets): Html;
  unsubscribe(model: UnsubscribePageModel, language: Language, assets: PageAssets): Html;
  /** The same for the emails that an owner gets. */
  turnOff(model: TurnOffPageModel, assets: PageAssets): Html;
  emailedLink(model: EmailedLinkPageModel, assets: PageAssets): Html;
}
