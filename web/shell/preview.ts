import { paths } from "#contract/paths.ts";

/** Whether an address is the example, which is the same for everyone and makes no server calls. */
export function isExample({ pathname }: { pathname: string }): boolean {
  return pathname === paths.example || pathname.startsWith(`${paths.example}/`);
}

/** Whether an address is the landing page's preview: sample circles, no session, no server calls. */
export function isPreview(place: { pathname: string; search: string }): boolean {
  return place.pathname === paths.circles && new URLSearchParams(place.search).has("preview");
}
