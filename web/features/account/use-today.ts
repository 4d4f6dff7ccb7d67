import { browserTimeZone } from "#web/client/auth.ts";
import { dayIn } from "#web/client/dates.ts";
import { useAccount } from "./read-account.ts";

/** The owner's day (`YYYY-MM-DD`); until the profile is read, this browser's. */
export function useToday(): string {
  const account = useAccount();
  return dayIn(account.data?.time_zone ?? browserTimeZone(), new Date());
}
