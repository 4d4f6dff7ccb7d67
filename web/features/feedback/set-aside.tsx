import { Button } from "#web/ui/buttons/button.tsx";

/** Sets a response aside or, once it is, brings it back. */
export function SetAsideButton({
  isSetAside,
  busy,
  onChange,
  ...labelling
}: {
  isSetAside: boolean;
  busy: boolean;
  onChange: (isSetAside: boolean) => void;
  className?: string;
  "aria-describedby": string;
}) {
  return (
    <Button kind="quiet" busy={busy} onClick={() => onChange(!isSetAside)} {...labelling}>
      {isSetAside ? "Bring back" : "Set aside"}
    </Button>
  );
}

export function SetAsideNote() {
  return (
    <p className="small">
      Set aside: left out of counts, insights and exports. Only you know about it.
    </p>
  );
}
