import type { RefObject } from "react";
import { type Contact, type Label, labels } from "#contract/invites/invites.ts";
import { Select } from "#web/ui/choices/select.tsx";
import { labelName } from "./label-name.ts";

/** Filters the contacts by a label that someone has. */
export function LabelFilter({
  contacts,
  chosen,
  selectRef,
  onChange,
}: {
  contacts: readonly Contact[];
  /** The chosen label, which stays visible even when no one has it any more. */
  chosen: Label | undefined;
  selectRef: RefObject<HTMLSelectElement | null>;
  onChange: (label: Label | undefined) => void;
}) {
  const offered = labels.filter(
    (one) => one === chosen || contacts.some(({ label }) => label === one),
  );
  return (
    <Select
      frame="fill-small label-filter"
      aria-label="Filter by label"
      ref={selectRef}
      value={chosen ?? ""}
      onChange={(event) => onChange(labels.find((one) => one === event.target.value))}
    >
      <option value="">All contacts</option>
      {offered.map((label) => (
        <option key={label} value={label}>
          {labelName(label)}
        </option>
      ))}
    </Select>
  );
}
