import { adminPath, paths } from "#contract/paths.ts";

export interface RouteHandle {
  /** The document's title. A screen whose title depends on loaded data uses `useDocumentTitle` instead. */
  title?: string;
  /** Where Back leads, for a screen with a parent. */
  back?: string;
  /** Whether Back leads to the same circle, whose id stays in the address. */
  backKeepsSearch?: boolean;
}

export type Section = "dashboard" | "contacts" | "results" | "history" | "settings";

const sections: Record<string, Section> = {
  [paths.dashboard]: "dashboard",
  [paths.circles]: "dashboard",
  [paths.create]: "dashboard",
  [paths.share]: "dashboard",
  [paths.contacts]: "contacts",
  [paths.results]: "results",
  [paths.decision]: "results",
  [paths.history]: "history",
  [paths.settings]: "settings",
  [adminPath]: "settings",
};

export function findSection(pathname: string): Section | undefined {
  return sections[pathname.replace(/\/+$/, "")];
}
