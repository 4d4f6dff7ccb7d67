import { Toaster as Region } from "sonner";

const place = {
  bottom: "calc(1.5rem + env(safe-area-inset-bottom))",
  left: "var(--pl-gutter)",
  right: "var(--pl-gutter)",
};

/**
 * Where toasts appear; rendered once in the app. Alt+T moves the focus to it. Each toast is a live region, so the
 * library's own around them is disabled: with both, toasts would be read out twice.
 */
export function Toaster() {
  return (
    <div ref={silenceRegion}>
      <Region
        customAriaLabel="Notifications"
        hotkey={["altKey", "KeyT"]}
        position="bottom-right"
        visibleToasts={1}
        offset={place}
        mobileOffset={place}
        className="toaster"
      />
    </div>
  );
}

function silenceRegion(around: HTMLElement | null) {
  around?.querySelector("section")?.setAttribute("aria-live", "off");
}
