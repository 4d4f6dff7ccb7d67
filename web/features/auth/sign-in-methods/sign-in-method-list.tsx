import { type ReactNode, type RefObject, useState } from "react";
import { isolate } from "#contract/values/isolate.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { useGuardedAction } from "../use-guarded-action.tsx";

interface Row {
  mark?: ReactNode;
  name: string;
  badge?: ReactNode;
  about?: string;
  details: readonly string[];
}

interface Action<Item> {
  label: string;
  act: (item: Item) => void;
  isOffered?: (item: Item) => boolean;
  isBusy?: (item: Item) => boolean;
}

interface Removal<Item> {
  verb?: string;
  busyLabel?: string;
  email: string;
  loss: string;
  focusWhenDone: RefObject<HTMLElement | null>;
  onRemove: (item: Item, current: string | undefined) => Promise<void>;
}

export function SignInMethodList<Item extends { id: string }>({
  items,
  createRow,
  replace,
  actions = [],
  removal,
  isFlush = false,
}: {
  items: readonly Item[];
  createRow: (item: Item) => Row;
  replace?: (item: Item) => ReactNode;
  actions?: readonly Action<Item>[];
  /** The last action, which asks first, and for the current password if the server does. */
  removal?: Removal<Item>;
  /** Whether the actions begin where the text begins once they are below it. */
  isFlush?: boolean;
}) {
  const [leaving, setLeaving] = useState<Item>();
  const { verb = "Remove" } = removal ?? {};
  const all = removal ? [...actions, { label: verb, act: setLeaving }] : actions;
  return (
    <>
      {items.length > 0 && (
        <ul className="lined">
          {items.map((item) => {
            const { mark, name, badge, about, details } = createRow(item);
            const offered = all.filter(({ isOffered }) => isOffered?.(item) ?? true);
            return (
              <li key={item.id}>
                {replace?.(item) || (
                  <div className="row between">
                    <span className="sign-in-method">
                      {mark}
                      <span className="stack">
                        <span className="row">
                          <span className="strong wrap-anywhere" dir="auto">
                            {name}
                          </span>
                          {badge}
                        </span>
                        {about !== undefined && <span className="small ink-2">{about}</span>}
                        {details.map((detail) => (
                          <span key={detail} className="small ink-3 wrap-anywhere">
                            {detail}
                          </span>
                        ))}
                      </span>
                    </span>
                    {offered.length > 0 && (
                      <span className="row">
                        {offered.map(({ label, act, isBusy }) => (
                          <Button
                            key={label}
                            kind="quiet"
                            className={isFlush ? "btn-flush" : undefined}
                            busy={isBusy?.(item) ?? false}
                            onClick={() => act(item)}
                          >
                            {label}
                            <span className="sr-only"> {name}</span>
                          </Button>
                        ))}
                      </span>
                    )}
                  </div>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {removal && (
        <RemoveSignInMethod
          {...removal}
          verb={verb}
          item={leaving}
          name={leaving && createRow(leaving).name}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  );
}

function RemoveSignInMethod<Item>({
  item,
  name = "",
  verb,
  busyLabel = "Removing...",
  email,
  loss,
  focusWhenDone,
  onRemove,
  onClose,
}: Removal<Item> & {
  item: Item | undefined;
  name: string | undefined;
  verb: string;
  onClose: () => void;
}) {
  const removal = useGuardedAction(email);

  function close() {
    removal.clear();
    onClose();
  }

  return (
    <ConfirmDialog
      open={item !== undefined}
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={`${verb} ${isolate(name)}?`}
      description={loss}
      confirmLabel={verb}
      busyLabel={busyLabel}
      busy={removal.busy}
      error={removal.error}
      focusWhenDone={focusWhenDone}
      onConfirm={async () => {
        if (item === undefined) return;
        if (await removal.run((current) => onRemove(item, current))) close();
      }}
    >
      {removal.passwordField}
    </ConfirmDialog>
  );
}
