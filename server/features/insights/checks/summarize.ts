import type { Point } from "#contract/insights/insights.ts";
import { joinInWords } from "./describe-leaning.ts";

/** A summary that consists only of the themes. */
export function summarizeThemes(themes: readonly Point[], people: number): string {
  if (themes.length === 0) return "No two people mention the same theme.";
  return `What comes up: ${themes
    .slice(0, 3)
    .map(({ text, people_count }) => `${text} (${people_count} of ${people})`)
    .join(", ")}.`;
}

/** The local engine's summary: what several people mention, and the strongest quote of either side. */
export function summarizeFindings(
  themes: readonly Point[],
  strength: Point | null,
  risk: Point | null,
  people: number,
): string {
  const shared = themes.filter(({ people_count }) => people_count > 1).slice(0, 3);
  const parts = [
    shared.length === 0
      ? "No two people mention the same theme."
      : `What comes up most: ${joinInWords(shared.map(({ text, people_count }) => `“${text}” (${people_count} of ${people})`))}.`,
    strength?.quotes[0] && `The strongest support: “${strength.quotes[0].text}”`,
    risk?.quotes[0] && `The strongest worry: “${risk.quotes[0].text}”`,
  ];
  return parts.filter(Boolean).join(" ");
}
