import { DomainError } from "#contract/errors.ts";
import { decisionPath } from "#contract/paths.ts";
import type { OwnedCircle } from "#server/access/owned-circle.ts";
import {
  markdownHeading,
  markdownList,
  markdownParagraphs,
  writeMarkdown,
} from "#server/documents/markdown.ts";
import { type DecisionDeps, findDecision } from "#server/features/decisions/read-decision.ts";
import { readRecap } from "#server/features/decisions/read-recap.ts";
import { listKept } from "#server/features/feedback/list-kept.ts";
import { readResults } from "#server/features/feedback/read-results.ts";
import type { NamedFile } from "#server/http/endpoint.ts";
import { buildFileName } from "./build-file-name.ts";
import type { WrittenPlan } from "./write-plan.ts";
import { writePlan } from "./write-plan.ts";
import { writePlanCalendar } from "./write-plan-calendar.ts";
import { planPdfTask } from "./write-plan-pdf.ts";

/** @throws DomainError decision_path_missing, and those of `HeavyWork.run` */
export async function exportPlanPdf(deps: DecisionDeps, circle: OwnedCircle): Promise<NamedFile> {
  const plan = await loadPlan(deps, circle);
  const content = await deps.heavyWork.run(
    planPdfTask,
    { plan, now: deps.clock.now() },
    { owner: circle.user_id },
  );
  return { file_name: buildFileName("plan", circle.title, "pdf"), content };
}

/** @throws DomainError decision_path_missing */
export async function exportPlanMarkdown(
  deps: DecisionDeps,
  circle: OwnedCircle,
): Promise<NamedFile> {
  const plan = await loadPlan(deps, circle);
  return { file_name: buildFileName("plan", circle.title, "md"), content: writePlanMarkdown(plan) };
}

/** @throws DomainError decision_path_missing, decision_dates_missing */
export async function exportPlanCalendar(
  deps: DecisionDeps,
  circle: OwnedCircle,
): Promise<NamedFile> {
  const decision = await findDecision(deps, circle);
  if (decision.path === null) throw new DomainError("decision_path_missing");
  const content = await writePlanCalendar({
    title: circle.title,
    decision,
    decisionUrl: `${deps.config.publicUrl}${decisionPath(circle.id)}`,
    now: deps.clock.now(),
  });
  if (content === undefined) throw new DomainError("decision_dates_missing");
  return { file_name: buildFileName("plan", circle.title, "ics"), content };
}

async function loadPlan(deps: DecisionDeps, circle: OwnedCircle): Promise<WrittenPlan> {
  const decision = await findDecision(deps, circle);
  const results = await readResults(deps, circle);
  const plan = writePlan(circle.title, decision, {
    recap: await readRecap(deps, circle, results),
    own_answers: results.own_answers,
    kept: listKept(results),
  });
  if (plan === undefined) throw new DomainError("decision_path_missing");
  return plan;
}

function writePlanMarkdown(plan: WrittenPlan): string {
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
    ...(plan.own.length > 0 ? [markdownHeading(2, "What I expected to hear")] : []),
    ...plan.own.flatMap(({ label, text }) => [
      markdownHeading(3, label),
      ...markdownParagraphs(text),
    ]),
    ...(plan.kept.length > 0 ? [markdownHeading(2, "Answers you kept")] : []),
    ...plan.kept.flatMap(({ label, text }) => [
      markdownHeading(3, label),
      ...markdownParagraphs(text),
    ]),
  ]);
}
