import { limits } from "#contract/limits.ts";
import { InputField } from "#web/ui/fields/input-field.tsx";
import { tooLong } from "#web/ui/fields/too-long.ts";

/** The name of the person asking, if the profile has none yet. */
export function OwnerNameField({
  value,
  onChange,
}: {
  value: string;
  onChange: (ownerName: string) => void;
}) {
  return (
    <InputField
      frame="owner-name"
      label="Your name, so that they know who is asking"
      optional
      error={tooLong(value, limits.name_characters)}
      autoComplete="name"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
