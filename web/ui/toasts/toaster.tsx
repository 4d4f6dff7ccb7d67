import { Toaster as Region } from "sonner";
import { useWideScreen } from "#web/ui/layout/wide-screen.ts";

const place = {
  top: "var(--pl-toast-head)",
  bottom: "calc(1.5rem + env(safe-area-inset-bottom))",
  left: "var(--pl-gutter)",
  right: "var(--pl-gutter)",
};

/**
 * Where toasts appear. It is rendered once in the app. On a phone that is below the header, because the buttons that
 * lead on and the keyboard are at the bottom. Alt+T moves the focus to it. Each toast is a live region, so the
 * library's own region around them is disabled: with both, toasts would be read out twice.
 */
export function Toaster() {
  const wide = useWideScreen();
  return (
    <div ref={silenceRegion}>
      <Region
        customAriaLabel="Notifications"
        hotkey={["altKey", "KeyT"]}
        position={wide ? "bottom-right" : "top-center"}
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
