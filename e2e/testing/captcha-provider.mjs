/**
 * Stands in for the captcha's provider. It is loaded before the server, and answers calls to the one address that no
 * test may reach. A token that begins with "good" counts as valid.
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
