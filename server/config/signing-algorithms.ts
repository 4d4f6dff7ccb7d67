/** What access tokens can be signed with, by its name in their header. */
export const signingAlgorithms = ["ES256", "RS256", "EdDSA"] as const;

export type SigningAlgorithm = (typeof signingAlgorithms)[number];
