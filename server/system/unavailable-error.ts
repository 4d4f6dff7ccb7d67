/**
 * A service that the product needs does not answer, or refuses. Its message is for the operator and says which and how; it
 * holds no key and nothing that a person wrote.
 */
export class UnavailableError extends Error {
  override name = "UnavailableError";
}
