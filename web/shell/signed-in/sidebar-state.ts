import { daySeconds } from "#contract/values/durations.ts";

type SidebarState = "expanded" | "collapsed";

const cookieName = "sidebar_state";
/** Seven days. It is not in `contract/limits.ts`, because the first view would have to load all of that file for it. */
const cookieSeconds = 7 * daySeconds;

/** This browser's choice within the last seven days; expanded otherwise. */
export function readSidebarState(cookies: string): SidebarState {
  return cookies.split("; ").includes(`${cookieName}=collapsed`) ? "collapsed" : "expanded";
}

/** The cookie that stores the choice. It is the product's only cookie, and is set only on signed-in screens. */
export function sidebarCookie(state: SidebarState): string {
  return `${cookieName}=${state}; Path=/; Max-Age=${cookieSeconds}; SameSite=Lax`;
}

/** Whether a key press toggles the sidebar: Cmd or Ctrl with B, but never in a text field. */
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
