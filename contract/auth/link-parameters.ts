/**
 * What an emailed account link adds to the address of the page it leads to. The page acts on each of these, so
 * only the server may put them there.
 */
export const linkParameters = [
  "code",
  "token_hash",
  "access_token",
  "refresh_token",
  "error",
  "error_code",
  "error_description",
  "message",
] as const;
