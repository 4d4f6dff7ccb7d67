import { connect } from "node:tls";
import { dayOf } from "#contract/values/days.ts";
import { dayMs } from "#contract/values/durations.ts";
import { type Check, type Finding, failed, passed } from "#server/system/check.ts";
import type { Clock } from "#server/system/clock.ts";

const warnDays = 14;

/** Whether browsers accept the certificate at PUBLIC_URL, today and for the next two weeks. */
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
  const day = dayOf(validTo);
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
