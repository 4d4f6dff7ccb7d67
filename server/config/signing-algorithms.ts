/** The algorithms that access tokens can be signed with, by their names in the header of a token. */
export const signingAlgorithms = ["ES256", "RS256", "EdDSA"] as const;

export type SigningAlgorithm = (typeof signingAlgorithms)[number];
