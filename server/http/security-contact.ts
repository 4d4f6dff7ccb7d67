import { addDays } from "date-fns/addDays";
import { startOfDay } from "date-fns/startOfDay";
import type { Hono } from "hono";
import type { Config } from "#server/config/config.ts";
import type { Clock } from "#server/system/clock.ts";
import type { AppEnv } from "./request-context.ts";

/** RFC 9116 recommends less than a year. */
const validDays = 180;

/** In the format of RFC 9116. Without SECURITY_CONTACT there is no such page: only the operator could answer. */
export function securityContactRoutes(
  app: Hono<AppEnv>,
  {
    clock,
    config: { securityContact, publicUrl },
  }: { clock: Clock; config: Pick<Config, "securityContact" | "publicUrl"> },
): void {
  if (securityContact === undefined) return;
  app.get("/.well-known/security.txt", (c) => {
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${addDays(startOfDay(clock.now()), validDays).toISOString()}`,
      `Canonical: ${publicUrl}/.well-known/security.txt`,
      "Preferred-Languages: en",
    ];
    return c.text(`${lines.join("\n")}\n`);
  });
}
