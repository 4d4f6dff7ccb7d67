import { type Check, failed, passed } from "#server/system/check.ts";
import type { Clock } from "#server/system/clock.ts";

/** A header has whole seconds, and is some seconds old when it is read. */
const maxSkewSeconds = 30;

/** How far the clock of this machine is from that of whatever answers at PUBLIC_URL. */
export function webClock({
  publicUrl,
  onLoopback,
  clock,
}: {
  publicUrl: string;
  onLoopback: boolean;
  clock: Clock;
}): Check {
  return {
    name: "clock: PUBLIC_URL",
    run: async (signal) => {
      if (onLoopback) return passed("the same machine");
      const options = { method: "HEAD", signal, redirect: "manual" } as const;
      const { headers } = await fetch(`${publicUrl}/healthz`, options);
      const serverTime = Date.parse(headers.get("date") ?? "");
      if (Number.isNaN(serverTime)) return passed("PUBLIC_URL does not report its time");
      return checkSkew(
        clock.now().getTime() - serverTime,
        "what answers at PUBLIC_URL",
        maxSkewSeconds,
      );
    },
  };
}

/** @param skewMs positive when this machine is ahead */
export function checkSkew(skewMs: number, other: string, maxSeconds: number) {
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  if (seconds <= maxSeconds) return passed(`within ${maxSeconds} seconds`);
  return failed(
    `The clock of this machine is ${seconds} seconds ${skewMs > 0 ? "ahead of" : "behind"} that of ${other}: codes of authenticator apps and deadlines need the right time. Let both be set by NTP.`,
  );
}
