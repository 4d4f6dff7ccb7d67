/** The addresses that answering needs. They are in a separate file, because every byte of the invitee's page counts. */
export const inviteePaths = {
  landing: "/",
  invite: "/invite",
  feedback: "/feedback",
  thankYou: "/thank-you",
} as const;

/** An address without a token, which needs the language of its page. Only English needs none. */
export function inLanguage(address: string, language: string): string {
  return language === "en" ? address : withLanguage(address, language);
}

/** An address that opens a page in one language, whatever the language of the paraline. */
export function withLanguage(address: string, language: string): string {
  return `${address}${address.includes("?") ? "&" : "?"}lang=${language}`;
}
