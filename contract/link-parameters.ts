/**
 * What a link mailed about an account puts into the address of the page it leads to. The page acts on each of them, so
 * only the server may write one there.
 */
export const link_parameters = [
  "code",
  "token_hash",
  "access_token",
  "refresh_token",
  "error",
  "error_code",
  "error_description",
  "message",
] as const;
