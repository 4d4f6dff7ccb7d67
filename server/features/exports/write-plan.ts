import {
  cameTrueNames,
  type Decision,
  describeQuality,
  listPlanFields,
  pathNames,
  type Recap,
} from "#contract/decisions.ts";
import type { ReadableResponse, Results } from "#contract/feedback/feedback.ts";
import { askedAbout } from "#contract/insights/insights-text.ts";
import { formatAnswer } from "#contract/question-types/rules.ts";
import { formatDay } from "#contract/values/days.ts";
import type { KeptAnswerInResponse } from "#server/features/feedback/list-kept.ts";
import { describeCounted } from "#server/question-types/question-types.ts";

interface PlanSection {
  heading: string | undefined;
  writings: { label: string; text: string }[];
}

export interface WrittenPlan {
  title: string;
  path: string;
  sections: PlanSection[];
  recap: { facts: { name: string; value: string }[]; remark: string | undefined };
  /** What the owner expected to hear. */
  own: { label: string; text: string }[];
  kept: { label: string; text: string }[];
}

/** Builds a plan's text; there is none before a path is chosen. */
export function writePlan(
  title: string,
  decision: Decision,
  {
    recap,
    own_answers,
    kept,
  }: { recap: Recap; kept: readonly KeptAnswerInResponse[] } & Pick<Results, "own_answers">,
): WrittenPlan | undefined {
  if (decision.path === null) return undefined;
  return {
    title,
    path: pathNames[decision.path],
    sections: listSections(decision),
    recap: summarizeRecap(recap),
    own: (own_answers ?? []).map((answer) => ({
      label: answer.label ?? `Question ${answer.question_id}`,
      text: formatAnswer(answer, answer.answer),
    })),
    kept: kept.map(({ response, answer }) => ({
      label: `${formatResponseName(response)}, to “${answer.label ?? `Question ${answer.question_id}`}”`,
      text: formatAnswer(answer, answer.answer),
    })),
  };
}

/** What an owner wrote for the chosen path and for all paths. Empty fields are left out. */
export function listSections(decision: Decision): PlanSection[] {
  const { review_date, prediction, confidence, what_happened, came_true } = decision;
  const plan = listPlanFields(decision).map(({ label, kind, text }) => ({
    label,
    text: kind === "day" && text !== "" ? formatDay(text) : text,
  }));
  const lookingAhead = [
    { label: "Review date", text: review_date === null ? "" : formatDay(review_date) },
    { label: "My prediction", text: prediction },
    { label: "How sure I am", text: confidence === null ? "" : `${confidence}%` },
    { label: "What happened", text: what_happened },
    { label: "Did it come true?", text: came_true === null ? "" : cameTrueNames[came_true] },
  ];
  const sections = [
    { heading: undefined, writings: plan },
    { heading: "Looking ahead", writings: lookingAhead },
  ];
  return sections
    .map(({ heading, writings }) => ({
      heading,
      writings: writings.filter(({ text }) => text !== ""),
    }))
    .filter(({ writings }) => writings.length > 0);
}

function summarizeRecap(recap: Recap): WrittenPlan["recap"] {
  if (recap.state === "locked") {
    return { facts: [], remark: "The results are locked, so the recap is not included." };
  }
  const { insights } = recap;
  const facts = describeCounted(recap);
  if (insights.state === "ready") {
    const { name: view, source } = insights.overall;
    facts.push({ name: "Overall view", value: `${view} (${source})` });
    for (const [name, point] of [
      [askedAbout.strengths, insights.top_strength],
      [askedAbout.worries, insights.top_risk],
    ] as const) {
      facts.push({ name, value: describeQuality(point) });
    }
  }
  return { facts, remark: undefined };
}

export function formatResponseName({ number, first_name }: ReadableResponse): string {
  return first_name === null ? `Perspective ${number}` : `Perspective ${number}, ${first_name}`;
}
