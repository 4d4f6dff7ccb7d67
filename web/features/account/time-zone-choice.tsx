import { useEffect, useState } from "react";
import type { Account } from "#contract/account.ts";
import { formatClock } from "#web/client/dates.ts";
import { formatErrorMessage } from "#web/client/error-message.ts";
import { Combobox, type ComboboxItem } from "#web/ui/fields/combobox.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { useUpdateAccount } from "./hooks.ts";

export function TimeZoneChoice({ account }: { account: Account }) {
  const update = useUpdateAccount();
  const now = useNow();
  const present = account.time_zone ?? "UTC";
  // While a choice is being saved, it is shown. If saving fails, the zone still in effect is shown.
  const shown = (update.isPending ? update.variables.time_zone : undefined) ?? present;

  async function choose({ value, label }: ComboboxItem) {
    if (value === present) return;
    try {
      await update.mutateAsync({ time_zone: value });
      notifySuccess(
        "Time zone changed",
        `Your deadlines now fall at the end of the day in ${label}.`,
      );
    } catch (error) {
      notifyError("Error", formatErrorMessage(error, "Your time zone could not be changed."));
    }
  }

  return (
    <Field
      label="Time zone"
      hint={`It is ${formatClock(now, shown)} there. Deadlines fall at the end of the day.`}
    >
      {(control) => (
        <Combobox
          items={zonesWith(shown)}
          value={createItem(shown)}
          onChoose={choose}
          searchLabel="Search time zones"
          emptyLabel="No time zone has that name."
          control={control}
        />
      )}
    </Field>
  );
}

const zones = [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])].map(createItem);

/** The server may know a zone by a name that this browser does not list. */
function zonesWith(zone: string): readonly ComboboxItem[] {
  return zones.some(({ value }) => value === zone) ? zones : [createItem(zone), ...zones];
}

function createItem(zone: string): ComboboxItem {
  return { value: zone, label: zone.replaceAll("_", " ") };
}

function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 15_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
