import { dayIn } from "#contract/days.ts";
import { browserTimeZone } from "#web/client/auth.ts";
import { useAccount } from "./read-account.ts";

/** The owner's time zone; until the profile has loaded, this browser's. */
export function useTimeZone(): string {
  const account = useAccount();
  return account.data?.time_zone ?? browserTimeZone();
}

/** The current day (`YYYY-MM-DD`) for the owner. */
export function useToday(): string {
  return dayIn(useTimeZone(), new Date());
}
