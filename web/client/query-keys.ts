/** Keys of cached server data. A mutation names what it makes stale with the same keys. */
export const queryKeys = {
  config: ["config"],
  account: ["account"],
  circles: ["circles"],
  circleLists: ["circles", "list"],
  circleList: (status: "all" | "completed") => ["circles", "list", status],
  circle: (circleId: string) => ["circles", "one", circleId],
  results: (circleId: string) => ["circles", "one", circleId, "results"],
  furtherQuestions: (circleId: string) => ["circles", "one", circleId, "further-questions"],
  ownAnswers: (circleId: string) => ["circles", "one", circleId, "own-answers"],
  thenAndNow: (circleId: string) => ["circles", "one", circleId, "then-and-now"],
  insights: (circleId: string) => ["circles", "one", circleId, "insights"],
  decision: (circleId: string) => ["circles", "one", circleId, "decision"],
  reviews: ["circles", "reviews"],
  people: (circleId: string) => ["circles", "one", circleId, "people"],
  contacts: ["contacts"],
  sessions: ["sessions"],
  secondFactors: ["second-factors"],
  authSettings: ["auth-settings"],
  connectedAccounts: ["connected-accounts"],
  passkeys: ["passkeys"],
  recoveryCodes: ["recovery-codes"],
  connectedApps: ["connected-apps"],
  billing: ["billing"],
  admin: ["admin"],
  checkout: (kind: string) => ["billing", "checkout", kind],
  confirmation: (checkoutId: string) => ["billing", "confirmation", checkoutId],
} as const;

export function isResultsKey(key: readonly unknown[]): boolean {
  return key.length === 4 && key[3] === "results";
}
