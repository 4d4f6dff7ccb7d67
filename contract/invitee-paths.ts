/** The addresses that answering needs, in their own file because every byte of the invitee's page counts. */
export const inviteePaths = {
  landing: "/",
  invite: "/invite",
  feedback: "/feedback",
  thankYou: "/thank-you",
} as const;
