import type { ReadableEncouragement } from "#contract/feedback/feedback.ts";
import { formatDay } from "#contract/values/days.ts";
import { isolate } from "#contract/values/isolate.ts";
import { NotebookArt } from "#web/brand/art/notebook.tsx";
import { EmptyState } from "#web/ui/status/empty-state.tsx";
import { WrittenText } from "#web/ui/text/written-text.tsx";

export function EncouragementList({
  encouragements,
}: {
  encouragements: readonly ReadableEncouragement[];
}) {
  if (encouragements.length === 0) {
    return (
      <EmptyState
        art={<NotebookArt />}
        as="h2"
        sentence="No encouragement messages yet"
        line="People can leave you one when they answer."
      />
    );
  }
  return (
    <ul className="notes reading">
      {encouragements.map(({ id, note, first_name, received_on }) => (
        <li key={id}>
          <WrittenText>{note}</WrittenText>
          <p className="small ink-3 num">
            {first_name !== null && `${isolate(first_name)}, `}
            {formatDay(received_on)}
          </p>
        </li>
      ))}
    </ul>
  );
}
