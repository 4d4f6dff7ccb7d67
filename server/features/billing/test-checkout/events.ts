import { randomUUID } from "node:crypto";
import { z } from "zod";
import { isSameDigest, type Secrets } from "#server/system/secrets.ts";
import type { ProviderEvent } from "../provider.ts";
import { createCustomerId } from "./reports.ts";

const signatureHeader = "Test-Signature";

const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  customer_id: z.string(),
  about: z.object({ kind: z.enum(["checkout", "payment", "subscription"]), id: z.string() }),
});

/** An event as it would come from outside: its bytes, and the header with their signature. */
export function writeEvent(
  secrets: Secrets,
  {
    type,
    about,
    user_id,
  }: { type: string; about: NonNullable<ProviderEvent["about"]>; user_id: string },
): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify({
    id: `test_${randomUUID()}`,
    type,
    about,
    customer_id: createCustomerId(user_id),
  });
  const signature = signEvent(secrets, body).toString("base64url");
  return { body, headers: { "Content-Type": "application/json", [signatureHeader]: signature } };
}

/** Reads an event from its bytes; undefined if their signature is wrong. */
export function readEvent(
  secrets: Secrets,
  body: Buffer,
  headers: Headers,
): ProviderEvent | undefined {
  const signature = Buffer.from(headers.get(signatureHeader) ?? "", "base64url");
  if (!isSameDigest(signature, signEvent(secrets, body))) return undefined;
  return eventSchema.parse(JSON.parse(body.toString("utf8")));
}

function signEvent(secrets: Secrets, body: string | Buffer): Buffer {
  return secrets.signFor("test event", "", body);
}
