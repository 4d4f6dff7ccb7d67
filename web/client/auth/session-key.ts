/** The key under which this browser keeps the session. The invitee's pages have it, too. */
export const sessionKey = "paraline.auth";
