import { z } from "zod";

// The fields that browsers send. The library checks their content, but trusts their types.

const bytes = z
  .string()
  .max(32 * 1024)
  .regex(/^[A-Za-z0-9_-]*$/);

const envelope = {
  id: bytes.min(1),
  rawId: bytes.min(1),
  type: z.literal("public-key"),
  clientExtensionResults: z.unknown().transform(() => ({})),
};

const registration = z.object({
  ...envelope,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,32}$/))
      .max(10)
      .optional()
      .catch(undefined),
  }),
});

const signature = z.object({
  ...envelope,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.nullish().transform((handle) => handle ?? undefined),
  }),
});

/** A new credential; undefined if its fields are malformed. */
export function readRegistration(answer: unknown): z.output<typeof registration> | undefined {
  return registration.safeParse(answer).data;
}

/** A credential's signature; undefined if its fields are malformed. */
export function readSignature(answer: unknown): z.output<typeof signature> | undefined {
  return signature.safeParse(answer).data;
}
