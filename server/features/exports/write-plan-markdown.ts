import {
  markdownHeading,
  markdownList,
  markdownParagraphs,
  writeMarkdown,
} from "#server/documents/markdown.ts";
import type { WrittenPlan } from "./write-plan.ts";

/** The plan as Markdown, to be kept and edited anywhere. */
export function writePlanMarkdown(plan: WrittenPlan): string {
  const { facts, remark } = plan.recap;
  return writeMarkdown([
    markdownHeading(1, plan.path),
    ...markdownParagraphs(`My next step for “${plan.title.replace(/\s+/g, " ").trim()}”`),
    ...plan.sections.flatMap(({ heading, writings }) => [
      ...(heading === undefined ? [] : [markdownHeading(2, heading)]),
      ...writings.flatMap(({ label, text }) => [
        markdownHeading(heading === undefined ? 2 : 3, label),
        ...markdownParagraphs(text),
      ]),
    ]),
    ...(facts.length > 0 || remark !== undefined ? [markdownHeading(2, "What people said")] : []),
    ...markdownList(facts.map(({ name, value }) => `${name}: ${value}`)),
    ...markdownParagraphs(remark ?? ""),
    ...(plan.kept.length > 0 ? [markdownHeading(2, "Answers you kept")] : []),
    ...plan.kept.flatMap(({ label, text }) => [
      markdownHeading(3, label),
      ...markdownParagraphs(text),
    ]),
  ]);
}
