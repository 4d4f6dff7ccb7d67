/**
 * The captcha's provider as the product's server sees it: loaded before the server, it answers for the one address that
 * no test may reach. A token that begins with "good" is one of this machine's pages.
 */
const reachOthers = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  if (String(input) !== "https://challenges.cloudflare.com/turnstile/v0/siteverify") {
    return reachOthers(input, init);
  }
  const token = new URLSearchParams(String(init?.body)).get("response") ?? "";
  const success = token.startsWith("good");
  return Response.json({
    success,
    hostname: "localhost",
    "error-codes": success ? [] : ["timeout-or-duplicate"],
  });
};
