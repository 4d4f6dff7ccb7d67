import { toMarkdown } from "#server/documents/markdown.ts";
import type { WrittenPlan } from "./write-plan.ts";

/** The plan as Markdown, to be kept and edited anywhere. */
export function writePlanMarkdown(plan: WrittenPlan): string {
  const { facts, remark } = plan.recap;
  const blocks = [
    `# ${toMarkdown(plan.path)}`,
    `My next step for “${toMarkdown(oneLine(plan.title))}”`,
    ...plan.sections.flatMap(({ heading, writings }) => [
      ...(heading === undefined ? [] : [`## ${heading}`]),
      ...writings.map(
        ({ label, text }) =>
          `${heading === undefined ? "##" : "###"} ${toMarkdown(label)}\n\n${toMarkdown(text)}`,
      ),
    ]),
    ...(facts.length > 0 || remark !== undefined ? ["## What people said"] : []),
    ...facts
      .map(({ name, value }) => `- ${name}: ${toMarkdown(oneLine(value))}`)
      .join("\n")
      .split("\n\n"),
    ...(remark === undefined ? [] : [remark]),
    ...(plan.kept.length > 0 ? ["## Answers you kept"] : []),
    ...plan.kept.map(
      ({ label, text }) => `### ${toMarkdown(oneLine(label))}\n\n${toMarkdown(text)}`,
    ),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
