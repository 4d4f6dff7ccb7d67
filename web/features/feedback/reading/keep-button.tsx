import { IconButton } from "#web/ui/buttons/button.tsx";
import { StarIcon } from "#web/ui/icons/icons.tsx";

/** The star of one answer, which is pressed while the answer is kept. */
export function KeepButton({
  isKept,
  answerTo,
  onChange,
}: {
  isKept: boolean;
  /** Names the answer: whose it is, and to which question. */
  answerTo: string;
  onChange: (isKept: boolean) => void;
}) {
  return (
    <IconButton
      label={`Keep the answer of ${answerTo}`}
      className="keep-button"
      aria-pressed={isKept}
      title={isKept ? "Kept" : "Keep"}
      onClick={() => onChange(!isKept)}
    >
      <StarIcon />
    </IconButton>
  );
}
