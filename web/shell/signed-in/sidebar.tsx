import { lazy, type ReactElement, type ReactNode, Suspense } from "react";
import { Link } from "react-router";
import { paths } from "#contract/paths.ts";
import { MarkLink, Wordmark } from "#web/brand/wordmark.tsx";
import {
  ArchiveIcon,
  HouseIcon,
  LayoutListIcon,
  LogOutIcon,
  MessagesSquareIcon,
  SettingsIcon,
  UsersIcon,
} from "#web/ui/icons/icons.tsx";
import type { Section } from "../route-handle.ts";

// This takes 18 kB, and only the collapsed sidebar needs it.
const Tooltip = lazy(async () => ({
  default: (await import("#web/ui/overlays/tooltip.tsx")).Tooltip,
}));

const items: readonly { section: Section; to: string; label: string; icon: ReactNode }[] = [
  { section: "dashboard", to: paths.circles, label: "Dashboard", icon: <LayoutListIcon /> },
  { section: "contacts", to: paths.contacts, label: "Contacts", icon: <UsersIcon /> },
  { section: "results", to: paths.results, label: "Results", icon: <MessagesSquareIcon /> },
  { section: "history", to: paths.history, label: "History", icon: <ArchiveIcon /> },
  { section: "settings", to: paths.settings, label: "Settings", icon: <SettingsIcon /> },
];

/** The navigation, with signing out at the bottom. When it is collapsed, the labels stay for screen readers. */
export function Sidebar({
  section,
  rail = false,
  onSignOut,
}: {
  section: Section | undefined;
  rail?: boolean;
  onSignOut: () => void;
}) {
  const hidden = rail ? "sr-only" : undefined;
  return (
    <div className="sidebar-in">
      {rail ? <MarkLink /> : <Wordmark />}
      <nav aria-label="Main">
        <ul>
          <li>
            <Item label="Home" rail={rail}>
              {/* This is a separate document, not a screen of this app. */}
              <a className="sidebar-item" href={paths.landing}>
                <HouseIcon />
                <span className={hidden}>Home</span>
              </a>
            </Item>
          </li>
          {items.map((item) => (
            <li key={item.section}>
              <Item label={item.label} rail={rail}>
                <Link
                  className="sidebar-item"
                  to={item.to}
                  aria-current={item.section === section ? "page" : undefined}
                >
                  {item.icon}
                  <span className={hidden}>{item.label}</span>
                </Link>
              </Item>
            </li>
          ))}
        </ul>
      </nav>
      <div className="sidebar-foot">
        <Item label="Sign out" rail={rail}>
          <button className="sidebar-item" type="button" onClick={onSignOut}>
            <LogOutIcon />
            <span className={hidden}>Sign out</span>
          </button>
        </Item>
      </div>
    </div>
  );
}

function Item({ label, rail, children }: { label: string; rail: boolean; children: ReactElement }) {
  if (!rail) return children;
  return (
    <Suspense fallback={children}>
      <Tooltip label={label}>{children}</Tooltip>
    </Suspense>
  );
}
