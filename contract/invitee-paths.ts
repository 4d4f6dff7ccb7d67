/** The addresses that answering needs. They are in a separate file, because every byte of the invitee's page counts. */
export const inviteePaths = {
  landing: "/",
  invite: "/invite",
  feedback: "/feedback",
  thankYou: "/thank-you",
} as const;
