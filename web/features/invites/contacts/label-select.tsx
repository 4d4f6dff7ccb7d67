import { type Label, labels } from "#contract/invites/invites.ts";
import { errorMessageOf } from "#web/client/error-message.ts";
import { Select } from "#web/ui/choices/select.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { useChangeLabel } from "../hooks.ts";
import type { ContactGroup } from "./group-contacts.ts";
import { labelName } from "./label-name.ts";

/** A person's label. It is saved as soon as it is chosen, and reverts to the old one if that fails. */
export function LabelSelect({
  group,
  onChanged,
}: {
  group: ContactGroup;
  onChanged: (label: Label | null) => void;
}) {
  const change = useChangeLabel();
  const shown = change.isPending ? change.variables.label : group.label;

  function choose(value: string) {
    const label = labels.find((one) => one === value) ?? null;
    if (change.isPending || label === group.label) return;
    change.mutate(
      { inviteId: group.invites[0].id, label },
      {
        onSuccess: () => {
          notifySuccess("Label updated", "Contact label has been updated successfully.");
          onChanged(label);
        },
        onError: (error) => notifyError("Error", errorMessageOf(error)),
      },
    );
  }

  return (
    <Select
      className="input-touch"
      aria-label={`Label for ${group.name}`}
      value={shown ?? ""}
      onChange={(event) => choose(event.target.value)}
    >
      <option value="">{shown === null ? "Add label" : "No label"}</option>
      {labels.map((label) => (
        <option key={label} value={label}>
          {labelName(label)}
        </option>
      ))}
    </Select>
  );
}
