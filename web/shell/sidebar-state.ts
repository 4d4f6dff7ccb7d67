type SidebarState = "expanded" | "collapsed";

const cookie_name = "sidebar_state";
/** Seven days. It is not in `contract/limits.ts`, all of which the first view would have to load for it. */
const cookie_seconds = 7 * 24 * 60 * 60;

/** What this browser chose in the last seven days; expanded otherwise. */
export function readSidebarState(cookies: string): SidebarState {
  return cookies.split("; ").includes(`${cookie_name}=collapsed`) ? "collapsed" : "expanded";
}

/** The cookie that keeps the choice. The product's only one, and only on signed-in screens. */
export function sidebarCookie(state: SidebarState): string {
  return `${cookie_name}=${state}; Path=/; Max-Age=${cookie_seconds}; SameSite=Lax`;
}

/** Whether a key press is the sidebar's: Cmd or Ctrl with B, but never where somebody writes. */
export function isSidebarShortcut(event: KeyboardEvent): boolean {
  return (
    event.key.toLowerCase() === "b" &&
    (event.metaKey || event.ctrlKey) &&
    !event.altKey &&
    !event.shiftKey &&
    !event.defaultPrevented &&
    !isEditable(event.target)
  );
}

function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest("input, textarea, select, [contenteditable]") !== null)
  );
}
