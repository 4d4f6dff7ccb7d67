/**
 * A service that the product needs does not answer, or refuses. The message is for the operator, and says which service
 * it is and what happened. It contains no key and nothing that a person wrote.
 */
export class UnavailableError extends Error {
  override name = "UnavailableError";
}
