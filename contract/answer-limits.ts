/** The limits on answers. They are in a separate file, because every byte of the invitee's page counts. */
export const answerLimits = {
  ratingMin: 1,
  ratingMax: 5,

  answerCharacters: 2000,
  encouragementCharacters: 1000,
  counterFromCharacters: 200,
} as const;

/** The estimated time shown to the invitee; depends on the number of questions. */
export function estimatedMinutes(questionCount: number): string {
  if (questionCount <= 2) return "1-3";
  if (questionCount <= 4) return "3-5";
  if (questionCount <= 6) return "5-7";
  return "7-9";
}
