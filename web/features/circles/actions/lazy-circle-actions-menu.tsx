import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { EllipsisIcon } from "#web/ui/icons/icons.tsx";

type CircleActionsMenu = typeof import("./circle-actions-menu.tsx").CircleActionsMenu;

const loadMenu = () => import("./circle-actions-menu.tsx");
/** Loads the menu in advance. A failure is shown when the button is pressed. */
const preload = () => void loadMenu().catch(() => {});

/** For screens that do not need the menu's library otherwise: it is fetched when the button is about to be pressed. */
export function LazyCircleActionsMenu(
  props: Omit<ComponentProps<CircleActionsMenu>, "triggerRef" | "children">,
) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [loaded, setLoaded] = useState<{ Menu: CircleActionsMenu }>();
  const [failure, setFailure] = useState<{ error: unknown }>();

  // The menu's own button has replaced the one that was pressed.
  useEffect(() => {
    if (loaded === undefined) return;
    trigger.current?.focus();
    trigger.current?.click();
  }, [loaded]);

  async function open() {
    try {
      const { CircleActionsMenu: Menu } = await loadMenu();
      setLoaded((before) => before ?? { Menu });
    } catch (error) {
      setFailure({ error });
    }
  }

  function openByArrow(event: KeyboardEvent) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    void open();
  }

  // As when the file of a screen is missing, the error page knows what to do after an upgrade.
  if (failure) throw failure.error;
  if (loaded) return <loaded.Menu {...props} triggerRef={trigger} />;
  return (
    <button
      ref={trigger}
      type="button"
      className={buttonClass("quiet", "icon")}
      aria-label={`More, ${props.circle.title}`}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onKeyDown={openByArrow}
      onClick={() => void open()}
    >
      <EllipsisIcon />
    </button>
  );
}
