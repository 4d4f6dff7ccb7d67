/** The addresses that answering takes: by themselves, because the invitee's page waits for every byte. */
export const invitee_paths = {
  landing: "/",
  invite: "/invite",
  feedback: "/feedback",
  thank_you: "/thank-you",
} as const;
