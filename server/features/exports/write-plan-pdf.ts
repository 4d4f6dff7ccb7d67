import { createPdf } from "#server/documents/pdf.ts";
import { isShownBadly, shownBadly } from "#server/documents/pdf-fonts.ts";
import type { WrittenPlan } from "./write-plan.ts";

export const planPdfTask = { name: "write_plan", run: writePlanPdf };

async function writePlanPdf({
  plan,
  now,
}: {
  plan: WrittenPlan;
  now: Date;
}): Promise<Uint8Array<ArrayBuffer>> {
  const sheet = await createPdf({
    title: `${plan.path}: ${plan.title}`,
    footerText: plan.title,
    now,
  });
  if (isShownBadly(JSON.stringify(plan))) {
    sheet.remark(`${shownBadly} Export your plan as Markdown to read it.`);
  }
  sheet.title(plan.path, `My next step for “${plan.title}”`);
  for (const { heading, writings } of plan.sections) {
    if (heading !== undefined) sheet.heading(heading);
    for (const { label, text } of writings) sheet.writing(label, text);
  }
  const { facts, remark } = plan.recap;
  if (facts.length > 0 || remark !== undefined) sheet.heading("What people said");
  if (facts.length > 0) sheet.facts(facts);
  if (remark !== undefined) sheet.remark(remark);
  if (plan.own.length > 0) sheet.heading("What I expected to hear");
  for (const { label, text } of plan.own) sheet.writing(label, text);
  if (plan.kept.length > 0) sheet.heading("Answers you kept");
  for (const { label, text } of plan.kept) sheet.writing(label, text);
  return sheet.finish();
}
