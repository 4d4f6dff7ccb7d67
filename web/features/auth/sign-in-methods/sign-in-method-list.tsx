import type { ReactNode } from "react";
import { Button } from "#web/ui/buttons/button.tsx";

/** Passkeys or second factors, each with what is known about it and what can be done with it. */
export function SignInMethodList<Item extends { id: string; name: string }>({
  items,
  detailsOf,
  replace,
  onRename,
  onRemove,
}: {
  items: readonly Item[];
  detailsOf: (item: Item) => string;
  /** Shown in place of an item, such as the field for its new name. */
  replace?: (item: Item) => ReactNode;
  onRename?: (item: Item) => void;
  onRemove: (item: Item) => void;
}) {
  if (items.length === 0) return null;
  return (
    <ul className="lined">
      {items.map((item) => (
        <li key={item.id}>
          {replace?.(item) || (
            <div className="row between">
              <span className="stack">
                <span className="strong wrap-anywhere" dir="auto">
                  {item.name}
                </span>
                <span className="small ink-3">{detailsOf(item)}</span>
              </span>
              <span className="row">
                {onRename && (
                  <Button kind="quiet" onClick={() => onRename(item)}>
                    Rename<span className="sr-only"> {item.name}</span>
                  </Button>
                )}
                <Button kind="quiet" onClick={() => onRemove(item)}>
                  Remove<span className="sr-only"> {item.name}</span>
                </Button>
              </span>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
