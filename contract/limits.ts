import { answerLimits } from "./answer-limits.ts";

/** Every business number of the product, with its unit in the name. Source: docs/product.md, Limits. */
export const limits = {
  ...answerLimits,

  questionsMin: 1,
  questionsMax: 8,
  questionLabelCharacters: 500,
  questionSubtitleCharacters: 200,
  ratingLabelCharacters: 40,
  /** How many options a choice has. */
  optionsMin: 2,
  optionsMax: 8,
  optionCharacters: 80,

  titleCharacters: 200,
  descriptionCharacters: 5000,
  askCharacters: 5000,
  nameCharacters: 120,
  emailCharacters: 254,

  peopleMax: 50,
  anonymousPeopleMin: 3,
  releaseAnswers: 3,
  /** How much longer an anonymous circle stays open, once, if fewer than three people have answered. */
  extensionDays: 3,

  furtherQuestionsMax: 3,
  /** The deadline of a further question: its default, and how far ahead it may be. */
  furtherQuestionDays: 3,
  furtherQuestionDaysAhead: 60,
  /** How long after the closing of a circle a further question can be asked. */
  furtherQuestionDaysAfter: 60,

  duplicatesADay: 20,

  /** How far ahead a deadline or another planned day may be. */
  daysAheadYears: 5,

  /** A long text field of a plan, and the one about what happened. */
  decisionWritingCharacters: 2000,
  /** A one-line field of a plan, and the prediction. */
  decisionLineCharacters: 200,
  /** Each of the closing letter's three parts. */
  closingPartCharacters: 2000,

  passwordCharactersMin: 6,
  passwordCharactersMax: 256,
  /** How many of the most common passwords are refused, except on loopback. */
  commonPasswords: 10_000,
  /** When a sign-in is older than this, changing a sign-in method requires the current password. */
  freshSignInMinutes: 10,

  /** How long a subscription whose payment failed still unlocks. */
  pastDueGraceDays: 3,

  insightsResponsesMin: 2,
  insightsADay: 10,

  /** Insights and PDFs, in seconds of this server's work: how long one may take, and those of one owner in 24 hours. */
  heavyWorkSeconds: 30,
  heavyWorkSecondsADay: 300,
  /** How many may wait in one process, and how many of one owner may wait or run. */
  heavyWorkWaitingMax: 5,
  heavyWorkEachMax: 2,

  invitationEmailsADay: 200,
  mailSpacingMinutes: 10,
  /** Emails of all owners to an address whose person is not known here. */
  emailsToStrangerADay: 5,
  resendsMax: 2,
  remindersMax: 3,
  /** Answers through the open link of one named circle. */
  linkAnswersMax: 50,
  /** People who begin to answer through it from one network: a family or an office shares one. */
  linkJoinsPerNetworkAnHour: 20,
  /** Private links requested on the share-link page, per person. */
  privateLinksADay: 5,
  /** Wrong codes of receipts at one private link. */
  receiptTriesAnHour: 10,
  /** What may be typed as such a code. */
  receiptCodeCharacters: 200,

  coverBytes: 10 * 1024 * 1024,
  coverPixels: 25_000_000,
  /** The size of a screen of 3840 by 2160: AVIF takes several times the work of other formats to decode. */
  coverAvifPixels: 8_300_000,
  coverSidePixels: 12_000,
  /** How many scans a progressive JPEG may have; programs write about ten. */
  coverScansMax: 100,
  /** The width as stored; a taller picture becomes narrower. */
  coverWidthPixels: 1600,
  coverHeightPixels: 2400,
  coverUnusedDays: 7,
  /** What one account may upload as covers in this many days. Bytes count as stored. */
  coverUploadsDays: 7,
  coverUploadsMax: 50,
  coverUploadsBytes: 100 * 1024 * 1024,

  requestBytes: 256 * 1024,

  copiedSeconds: 2,
} as const;

/** Prices in US cents. Source: docs/product.md, Paywall. */
export const prices = {
  singleCents: 500,
  monthlyCents: 1500,
  annualCents: 12_900,
} as const;
