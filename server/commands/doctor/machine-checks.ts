import { randomUUID } from "node:crypto";
import { rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { connect } from "node:tls";
import { z } from "zod";
import { formatUtcDay } from "#contract/values/days.ts";
import { dayMs } from "#contract/values/durations.ts";
import type { Config } from "#server/config/config.ts";
import { isLoopback } from "#server/config/loopback.ts";
import type { CoverStore } from "#server/features/covers/cover-store.ts";
import { type Check, type Finding, failed, passed } from "#server/system/check.ts";
import type { Clock } from "#server/system/clock.ts";
import { writeFileAtomically } from "#server/system/files.ts";

const readinessSchema = z.object({
  checks: z.record(z.string(), z.string()),
  payments: z.string().optional(),
});

export function product({ host, port }: Pick<Config, "host" | "port">): Check {
  return {
    name: "product",
    run: async (signal) => {
      const address = `http://${reachable(host)}:${port}`;
      const response = await fetch(`${address}/readyz`, { signal, redirect: "error" }).catch(
        () => undefined,
      );
      if (response === undefined) return passed(`not running here: nothing answers at ${address}`);
      const readiness = readinessSchema.safeParse(await response.json().catch(() => undefined));
      if (!readiness.success) {
        return failed(
          `Another program answers at ${address}: stop it, or set PORT to another number.`,
        );
      }
      const notReady = Object.entries(readiness.data.checks).filter(([, state]) => state !== "ok");
      return notReady.length === 0 && response.ok
        ? passed(`running and ready at ${address}`)
        : failed(
            `It runs at ${address}, but is not ready: ${notReady.map(([name, state]) => `${name} ${state}`).join(", ")}. Its log says why.`,
          );
    },
  };
}

function reachable(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host.replace(/^\[|\]$/g, "")}]` : host;
}

/** Whether PUBLIC_URL, HOST and TRUST_PROXY are consistent, as far as they show it. */
export function publicAddress({
  publicUrl,
  host,
  trustProxy,
  onLoopback,
}: Pick<Config, "publicUrl" | "host" | "trustProxy" | "onLoopback">): Check {
  return {
    name: "public address",
    run: async () => {
      const { protocol, hostname } = new URL(publicUrl);
      if (onLoopback) {
        return trustProxy === 0
          ? passed(`${publicUrl}, for this machine alone`)
          : failed(
              `TRUST_PROXY is ${trustProxy}, but ${publicUrl} is for this machine alone: set PUBLIC_URL to the address at which people reach the proxy, or unset TRUST_PROXY.`,
            );
      }
      if (isLoopback(hostname)) {
        return failed(
          `HOST is ${host}, so other machines reach this server, but links in emails begin with ${publicUrl}: set PUBLIC_URL to the address that people open.`,
        );
      }
      if (protocol !== "https:") {
        return failed(
          `${publicUrl} is not encrypted: everyone on the way can read answers. Set PUBLIC_URL to an https address, and let a proxy serve it.`,
        );
      }
      if (trustProxy === 0) {
        return failed(
          `This process does not serve https itself, so there must be a proxy in front, but TRUST_PROXY is 0: all visitors count as one address and share its limits. Set it to the number of proxies.`,
        );
      }
      return passed(
        `${publicUrl}, behind ${trustProxy === 1 ? "1 proxy" : `${trustProxy} proxies`}`,
      );
    },
  };
}

const warnDays = 14;

export function certificate({ publicUrl, clock }: { publicUrl: string; clock: Clock }): Check {
  return {
    name: "certificate",
    run: async (signal) => {
      const { protocol, hostname, port } = new URL(publicUrl);
      if (protocol !== "https:") return passed("none: PUBLIC_URL is not https");
      return checkDates(await readCertificate(hostname, Number(port || 443), signal), clock.now());
    },
  };
}

interface Presented {
  validTo: Date;
  /** Why it is not accepted; undefined if it is. */
  refusal: string | undefined;
}

function checkDates({ validTo, refusal }: Presented, now: Date): Finding {
  const day = formatUtcDay(validTo);
  if (refusal !== undefined) {
    return failed(
      `Browsers refuse the certificate at PUBLIC_URL (${refusal}). Renew or correct it.`,
    );
  }
  const days = Math.floor((validTo.getTime() - now.getTime()) / dayMs);
  return days < warnDays
    ? failed(
        `The certificate at PUBLIC_URL ends on ${day}: renew it, and find out why it was not renewed automatically.`,
      )
    : passed(`valid until ${day}`);
}

function readCertificate(host: string, port: number, signal: AbortSignal): Promise<Presented> {
  return new Promise((resolve, reject) => {
    // A certificate that would be refused is read, too, so that the report can say when it expired.
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false });
    signal.addEventListener("abort", () => socket.destroy(), { once: true });
    socket.once("error", reject);
    socket.once("secureConnect", () => {
      const validTo = socket.getPeerX509Certificate()?.validToDate;
      const reason: unknown = socket.authorizationError;
      const refusal = socket.authorized ? undefined : String(reason);
      if (validTo === undefined) reject(new Error("PUBLIC_URL presents no certificate"));
      else resolve({ validTo, refusal });
      socket.destroy();
    });
  });
}

/** A header has whole seconds, and is some seconds old when it is read. */
const maxSkewSeconds = 30;

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

const leastFree = 1024 ** 3;
const probe = ".doctor";

export function dataFolder({ dataDir }: { dataDir: string }): Check {
  return {
    name: "DATA_DIR",
    run: async () => {
      await writeFileAtomically(dataDir, probe, "written by npm run doctor\n");
      await rm(join(dataDir, probe), { force: true });
      const { bavail, bsize } = await statfs(dataDir);
      const free = bavail * bsize;
      return free < leastFree
        ? failed(
            `The disk of ${dataDir} has only ${formatSize(free)} left: make room, so that answers can be stored.`,
          )
        : passed(`${dataDir} can be written to, ${formatSize(free)} free`);
    },
  };
}

const formatSize = (bytes: number) =>
  bytes < 1024 ** 3 ? `${Math.floor(bytes / 1024 ** 2)} MB` : `${Math.floor(bytes / 1024 ** 3)} GB`;

/** Whether the store of covers stores, returns and removes a file: a few bytes of an owner who does not exist. */
export function covers(store: CoverStore): Check {
  return {
    name: "covers",
    // The store gives up on a bucket that does not answer, twice here, and its error names the bucket.
    seconds: 45,
    run: async () => {
      const owner = randomUUID();
      const name = "1.png";
      const content = Buffer.from(`npm run doctor ${owner}`);
      try {
        await store.put(owner, name, content);
        const found = await store.find(owner, name);
        if (found === undefined || !content.equals(found)) {
          return failed("A picture was stored, and not returned as it was: look at the storage.");
        }
      } finally {
        await store.removeAll(owner);
      }
      return (await store.find(owner, name)) === undefined
        ? passed("a probe was stored, read and removed")
        : failed("A picture could not be removed: give this server permission to delete objects.");
    },
  };
}
