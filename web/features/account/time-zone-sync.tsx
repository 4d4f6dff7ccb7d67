import { useEffect, useRef } from "react";
import { browserTimeZone } from "#web/client/auth/auth.ts";
import { useAccount, useUpdateAccount } from "./hooks.ts";

export function TimeZoneSync() {
  const account = useAccount();
  const { mutate } = useUpdateAccount();
  const isReported = useRef(false);
  const missing = account.data?.time_zone === null;

  useEffect(() => {
    if (!missing || isReported.current) return;
    isReported.current = true;
    mutate({ time_zone: browserTimeZone() });
  }, [missing, mutate]);

  return null;
}
