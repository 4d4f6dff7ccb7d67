import {
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import { Link, useLocation, useMatches } from "react-router";
import { MarkLink } from "#web/brand/wordmark.tsx";
import { IconButton } from "#web/ui/buttons/button.tsx";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { ArrowLeftIcon, PanelLeftIcon } from "#web/ui/icons/icons.tsx";
import { useWideScreen } from "#web/ui/layout/wide-screen.ts";
import { useDocumentTitle } from "../document-title.ts";
import { useFocusHeading } from "../focus-heading.ts";
import { findSection, type RouteHandle } from "../route-handle.ts";
import { Sidebar } from "./sidebar.tsx";
import { isSidebarShortcut, readSidebarState, sidebarCookie } from "./sidebar-state.ts";

// This takes 20 kB, and only small screens need it.
const SidebarSheet = lazy(async () => ({
  default: (await import("./sidebar-sheet.tsx")).SidebarSheet,
}));

/** On wide screens the sidebar can shrink to a column of icons. Under 768 px it is a sheet over the page. */
export function SignedInFrame({
  onSignOut,
  children,
}: {
  onSignOut: () => void;
  children: ReactNode;
}) {
  const location = useLocation();
  const handle = useRouteHandle();
  const wide = useWideScreen();
  const sidebarId = useId();
  const main = useRef<HTMLElement>(null);
  const [state, setState] = useState(() => readSidebarState(document.cookie));
  // The sheet belongs to the address at which it was opened, so that any navigation closes it.
  const [sheetAt, setSheetAt] = useState<string>();
  const sheetOpen = !wide && sheetAt === location.key;
  const section = findSection(location.pathname);

  useDocumentTitle(handle.title);
  useFocusHeading(main, createScreenKey(location));

  function toggle() {
    if (!wide) {
      setSheetAt(sheetOpen ? undefined : location.key);
      return;
    }
    const next = state === "expanded" ? "collapsed" : "expanded";
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = sidebarCookie(next);
    setState(next);
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isSidebarShortcut(event)) return;
    event.preventDefault();
    toggle();
  });
  useEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);

  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className="shell" data-sidebar={state}>
        {wide ? (
          <aside className="sidebar sidebar-fixed" aria-label="Sidebar" id={sidebarId}>
            <Sidebar section={section} rail={state === "collapsed"} onSignOut={onSignOut} />
          </aside>
        ) : (
          <Suspense>
            <SidebarSheet
              id={sidebarId}
              open={sheetOpen}
              onOpenChange={(open) => setSheetAt(open ? location.key : undefined)}
            >
              <Sidebar section={section} onSignOut={onSignOut} />
            </SidebarSheet>
          </Suspense>
        )}
        <div>
          <header className="topbar">
            <div className="topbar-in">
              <IconButton
                label="Toggle sidebar"
                aria-expanded={wide ? state === "expanded" : sheetOpen}
                aria-controls={wide || sheetOpen ? sidebarId : undefined}
                onClick={toggle}
              >
                <PanelLeftIcon />
              </IconButton>
              {handle.back !== undefined && (
                <Link
                  className={buttonClass("quiet")}
                  to={handle.backKeepsSearch ? `${handle.back}${location.search}` : handle.back}
                >
                  <ArrowLeftIcon />
                  Back
                </Link>
              )}
              <MarkLink className="only-small" />
            </div>
          </header>
          <main className="page" id="main" tabIndex={-1} ref={main}>
            {children}
          </main>
        </div>
      </div>
    </>
  );
}

function createScreenKey({ pathname, search }: { pathname: string; search: string }): string {
  const query = new URLSearchParams(search);
  return `${pathname}?${query.get("circle") ?? query.get("edit") ?? ""}`;
}

function useRouteHandle(): RouteHandle {
  const handle = useMatches().at(-1)?.handle;
  return isRouteHandle(handle) ? handle : {};
}

function isRouteHandle(handle: unknown): handle is RouteHandle {
  return typeof handle === "object" && handle !== null;
}
