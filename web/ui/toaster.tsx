import { Toaster as Region } from "sonner";

const place = {
  bottom: "var(--pl-toast-foot)",
  left: "var(--pl-gutter)",
  right: "var(--pl-gutter)",
};

/** Where toasts appear; stands once in the app. Alt+T moves the focus to it. */
export function Toaster() {
  return (
    <Region
      customAriaLabel="Notifications"
      hotkey={["altKey", "KeyT"]}
      position="bottom-right"
      visibleToasts={1}
      offset={place}
      mobileOffset={place}
      className="toaster"
    />
  );
}
