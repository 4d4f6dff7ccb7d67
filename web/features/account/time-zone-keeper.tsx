import { useEffect, useRef } from "react";
import { browserTimeZone } from "#web/client/auth.ts";
import { useAccount } from "./read-account.ts";
import { useUpdateAccount } from "./update-account.ts";

/** Gives an account without a time zone this browser's. Renders nothing. */
export function TimeZoneKeeper() {
  const account = useAccount();
  const { mutate } = useUpdateAccount();
  const said = useRef(false);
  const missing = account.data?.time_zone === null;

  useEffect(() => {
    if (!missing || said.current) return;
    said.current = true;
    mutate({ time_zone: browserTimeZone() });
  }, [missing, mutate]);

  return null;
}
