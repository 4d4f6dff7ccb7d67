import type { HashingCost } from "#server/features/auth/password-hasher.ts";

/** A hundredth of the product's cost, for tests that are not about how passwords are stored. */
export const lowHashingCost: HashingCost = {
  parameters: { memoryCost: 64, timeCost: 1, parallelism: 1 },
  dummyHash:
    "$argon2id$v=19$m=64,t=1,p=1$HDq59mWo/DptuLfaimYr8Q$4RNdltSxrt8qnkBmH3LYAxNSWLV8yH3LcQm/F0nLSRI",
};
