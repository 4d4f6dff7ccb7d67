import type { Circle } from "#contract/circles/circles.ts";
import { LockKeyholeIcon } from "#web/ui/icons/icons.tsx";
import { CopyButton } from "./copy-button.tsx";

export function AskMorePeople({
  circle,
  onCopied,
}: {
  circle: Circle;
  onCopied: (copyId: string) => void;
}) {
  return (
    <div className="stack g3 start">
      <p className="row icon-row" role="note">
        <LockKeyholeIcon className="ink-3" />
        <span className="ink-2">Its words and its people are fixed.</span>
      </p>
      <CopyButton
        circle={circle}
        withPeople={false}
        label="Ask more people"
        line="It has the same words. Add its people next."
        onCopied={onCopied}
      />
    </div>
  );
}
