import type { Config } from "#server/config/config.ts";
import { isLoopback } from "#server/config/loopback.ts";
import { type Check, failed, passed } from "#server/system/check.ts";

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
