import { paths } from "#contract/paths.ts";

/** What a route of the signed-in app says about itself in its `handle`. */
export interface Place {
  /** Of the document; a screen whose title depends on what it loads uses `useDocumentTitle` instead. */
  title?: string;
  /** Where Back leads, for a screen that has a parent. */
  back?: string;
  /** Back leads to the same paraline: the address keeps what it is about. */
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
};

/** The item of the sidebar that is current at an address. */
export function sectionOf(pathname: string): Section | undefined {
  return sections[pathname.replace(/\/+$/, "")];
}
