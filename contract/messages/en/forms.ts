/** What the pages say that need no script: the share link, unsubscribing, a form that could not be stored. */
export const forms = {
  otherLanguages: "Language",

  private: "Private",
  linkPreviewTitle: "Someone would like to hear how you see it",
  linkPreviewLine: "A few questions, answered in private. No account needed.",

  shareTitle: "Private feedback",
  wereYouInvited: "Were you invited?",
  enterAddress:
    "Someone you know is asking for your view, in private. Enter the address your invitation was sent to, and we'll email you your own link.",
  yourAddress: "Your email address",
  sendMyLink: "Send my link",
  linkIsYours: "The link is emailed to you alone, so no one else can answer in your place.",
  addressUse: "Your address is used only for this email. No account, no password, no cookies.",
  checkYourEmail: "Check your email",
  onItsWay: "If this address was invited, its private link is on the way.",
  aMinuteOrTwo: "It takes a minute or two. Check your spam folder as well.",
  anotherAddress: "Try another address",
  askedForYourView: "You have been asked for your view on",
  firstName: "Your first name",
  start: "Start",
  howItWorks:
    "A few questions, one at a time. You'll see who reads your answers before you write any.",
  sealedAnswers:
    "Answers stay sealed until this closes. Then all are shown together, without names. No account, no password, no cookies.",
  namedAnswers:
    "Only the person who asks reads your answers, with your first name beside them. No account, no password, no cookies.",
  addressMissing: "Please enter an email address",
  addressMalformed: "Please enter a valid email address",
  firstNameMissing: "Please enter a first name",
  tooLong: "This is too long. Please shorten it.",
  tooOften: "Too many requests. Please try again in a moment.",
  failed: "Something went wrong on our side. Please try again.",

  unsentTitle: "Failed to submit feedback",
  stillHere: "Your answers are still here",
  questionNumber: (number: number) => `Question ${number}`,
  encouragementNote: "Encouragement note",

  writtenWhy: "You can change or withdraw it until this paraline closes.",
  changeSeen: "The day of the change is shown with your answers.",
  saveChanges: "Save changes",
  saved: "Your changes are saved.",
  withdraw: "Withdraw what I wrote",
  withdrawWhy: "It is erased and can't be brought back. You can answer again by your private link.",
  withdrawNow: "Erase it for good",
  withdrawnTitle: "Withdrawn",
  withdrawn: "What you wrote is erased. You can answer again until this paraline closes.",
  answerAgain: "Answer again",

  unsubscribeTitle: "Unsubscribe",
  noMoreFrom: (owner: string | null) => `No more emails from ${owner ?? "this person"}?`,
  linksKeepWorking: "Links you already have will keep working.",
  unsubscribe: "Unsubscribe",
  stopEveryone: "Stop emails from everyone on Paraline",
  subscribedAgain: "You are subscribed again",
  canGetAgain: (owner: string | null) => `You can get emails from ${owner ?? "this person"} again.`,
  unsubscribed: "You are unsubscribed",
  noneFrom: (owner: string | null) =>
    `You won't get any more emails from ${owner ?? "this person"}.`,
  noneFromButOthers: (owner: string | null) =>
    `You won't get any more emails from ${owner ?? "this person"}. Other people on Paraline can email you again.`,
  getFromAgain: (owner: string | null) => `Get emails from ${owner ?? "this person"} again`,
  noneFromAnyone: "You won't get any more emails from people on Paraline.",
  getAgain: "Get emails again",
  unsubscribeInvalid: "This unsubscribe link is not valid.",
  openFromEmail: "Open it again from the email, or copy it in full.",
};

export type FormMessages = typeof forms;
