import { type CryptoKey, exportJWK, generateKeyPair, importJWK } from "jose";
import { z } from "zod";
import type { SigningAlgorithm } from "#server/config/signing-algorithms.ts";

/** A public key as `/.well-known/jwks.json` shows it. */
export type PublishedKey = PublicJwk & {
  alg: SigningAlgorithm;
  use: "sig";
  key_ops: ["verify"];
  kid: string;
};

// Only these members are ever published, whatever else a row contains.
const publicJwkSchemas = {
  ES256: z.object({
    kty: z.literal("EC"),
    crv: z.literal("P-256"),
    x: z.string(),
    y: z.string(),
  }),
  RS256: z.object({ kty: z.literal("RSA"), n: z.string(), e: z.string() }),
  EdDSA: z.object({ kty: z.literal("OKP"), crv: z.literal("Ed25519"), x: z.string() }),
} as const satisfies Record<SigningAlgorithm, z.ZodType>;

type PublicJwk = z.output<(typeof publicJwkSchemas)[SigningAlgorithm]>;

const privateJwkSchema = z.looseObject({ kty: z.string(), d: z.string() });

/** The members of a stored public key that belong to its algorithm. @throws Error when one is missing */
export function readPublicJwk(algorithm: SigningAlgorithm, value: unknown): PublicJwk {
  const parsed = publicJwkSchemas[algorithm].safeParse(value);
  if (!parsed.success) throw new Error("A stored signing key is damaged.", { cause: parsed.error });
  return parsed.data;
}

/** A new pair, both halves as they are stored. */
export async function generateSigningKey(
  algorithm: SigningAlgorithm,
): Promise<{ publicJwk: PublicJwk; privateJwk: string }> {
  const pair = await generateKeyPair(algorithm, { extractable: true });
  return {
    publicJwk: readPublicJwk(algorithm, await exportJWK(pair.publicKey)),
    privateJwk: JSON.stringify(await exportJWK(pair.privateKey)),
  };
}

/** A public key that verifies with its own algorithm and no other. */
export async function importPublicKey(
  algorithm: SigningAlgorithm,
  jwk: PublicJwk,
): Promise<CryptoKey> {
  return asCryptoKey(await importJWK(jwk, algorithm));
}

/** The private half, which signs. */
export async function importPrivateKey(
  algorithm: SigningAlgorithm,
  stored: string,
): Promise<CryptoKey> {
  return asCryptoKey(await importJWK(privateJwkSchema.parse(JSON.parse(stored)), algorithm));
}

function asCryptoKey(key: CryptoKey | Uint8Array): CryptoKey {
  if (key instanceof Uint8Array) throw new Error("A signing key is not half of a pair.");
  return key;
}
