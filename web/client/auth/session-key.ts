/** The key under which this browser keeps the session. The public pages read it, too. */
export const sessionKey = "paraline.auth";
