import { findRole, type Question } from "#contract/circles/questions.ts";
import { numberedAnew, tooFewAnswers } from "#contract/circles/sealing.ts";
import { type Decision, describeQuality, pathNames } from "#contract/decisions.ts";
import type { ResultsFile } from "#contract/exports.ts";
import type { ReadableResponse } from "#contract/feedback/feedback.ts";
import { formatResponseDays } from "#contract/feedback/response-days.ts";
import type { Insights, Quote } from "#contract/insights/insights.ts";
import {
  askedAbout,
  describeGeneration,
  describePeopleBehind,
  describeThemes,
  describeUnreadLanguages,
  rolesChangedNote,
} from "#contract/insights/insights-text.ts";
import { describeAsFact } from "#contract/insights/overall-text.ts";
import { isCounted, withTypeDefaults } from "#contract/question-types/rules.ts";
import { groupByQuestion, tallyAnswers } from "#contract/question-types/tallies.ts";
import { formatDay } from "#contract/values/days.ts";
import { createPdf, type PdfSheet } from "#server/documents/pdf.ts";
import { isShownBadly, shownBadly } from "#server/documents/pdf-fonts.ts";
import { listKept } from "#server/features/feedback/list-kept.ts";
import { serverQuestionTypes, writeTally } from "#server/question-types/question-types.ts";
import { formatResponseName, listSections } from "./write-plan.ts";

type Answer = ReadableResponse["answers"][number];

interface AskedQuestion {
  id: number;
  label: string;
  /** What the owner answered before reading. */
  own: Answer | undefined;
  answers: (Answer & { response: ReadableResponse })[];
}

export const boardBookTask = { name: "write_board_book", run: writeBoardBook };

async function writeBoardBook({
  file,
  owner_name,
  cover,
  now,
}: {
  file: ResultsFile;
  owner_name: string;
  cover: Uint8Array | undefined;
  now: Date;
}): Promise<Uint8Array<ArrayBuffer>> {
  const { title } = file.circle;
  const sheet = await createPdf({
    title: `Board book: ${title}`,
    author: owner_name,
    footerText: title,
    now,
  });
  if (isShownBadly(JSON.stringify(file))) {
    sheet.remark(`${shownBadly} Export the spreadsheet (XLSX) to read it.`);
  }
  sheet.cover(cover);
  writeOpening(sheet, file, owner_name);
  await writeKept(sheet, file);
  if (file.visibility === "readable") {
    await writeQuestions(sheet, file);
    await writePerspectives(sheet, file);
    await writeNotes(sheet, file);
    if (file.insights !== null) {
      sheet.part("Insights");
      writeInsights(sheet, file.insights, file.responses);
    }
  }
  await writeFurtherQuestions(sheet, file.further_questions);
  if (file.decision !== null) {
    writeDecision(sheet, file.decision);
    writeClosingLetter(sheet, file.decision.closing);
  }
  return sheet.finish();
}

function writeOpening(
  sheet: PdfSheet,
  { circle, visibility, exported_on }: ResultsFile,
  ownerName: string,
): void {
  sheet.title(circle.title, ownerName === "" ? "Board book" : `Board book of ${ownerName}`);
  const facts = [
    {
      name: "Perspectives",
      value:
        circle.invites_count === null
          ? String(circle.responses_count)
          : `${circle.responses_count} of ${circle.invites_count}`,
    },
    { name: "Answers are", value: circle.is_anonymous ? "Anonymous" : "Named" },
    ...(circle.closed_on === null
      ? circle.deadline === null
        ? []
        : [{ name: "Deadline", value: formatDay(circle.deadline) }]
      : [{ name: "Closed", value: formatDay(circle.closed_on) }]),
    { name: "As of", value: formatDay(exported_on) },
  ];
  sheet.facts(facts);
  if (visibility !== "readable") sheet.remark(emptyMessages[visibility]);
  sheet.writing("What I'm exploring", circle.description);
  sheet.writing("What I'm asking from you", circle.what_they_ask);
}

const emptyMessages: Record<Exclude<ResultsFile["visibility"], "readable">, string> = {
  none_yet: "No feedback received yet.",
  sealed: "Sealed until this paraline closes.",
  too_few: tooFewAnswers,
};

async function writeKept(sheet: PdfSheet, file: ResultsFile): Promise<void> {
  const kept = [file, ...file.further_questions].flatMap(listKept);
  if (kept.length === 0) return;
  sheet.part("Answers you kept");
  for (const { response, answer } of kept) {
    const label = `${formatResponseName(response)}, to “${formatLabel(answer)}”`;
    serverQuestionTypes[answer.type].writeAnswer(sheet, label, answer.answer);
    await sheet.breathe();
  }
}

async function writeQuestions(sheet: PdfSheet, file: ResultsFile): Promise<void> {
  sheet.part("Question by question");
  const own = file.own_answers ?? [];
  for (const question of listQuestions(file.circle.questions, file.responses, own)) {
    sheet.heading(question.label);
    if (question.own !== undefined) {
      const name = `You, before reading${describeWording(question.own, question.label)}`;
      serverQuestionTypes[question.own.type].writeAnswer(sheet, name, question.own.answer);
      await sheet.breathe();
    }
    await writeAnswers(sheet, question);
  }
}

async function writeAnswers(sheet: PdfSheet, { label, answers }: AskedQuestion): Promise<void> {
  writeTallies(sheet, label, answers.filter(isCounted));
  for (const answer of answers.filter((entry) => !isCounted(entry))) {
    const asked = describeWording(answer, label);
    sheet.writing(`${formatResponseName(answer.response)}${asked}`, String(answer.answer));
    await sheet.breathe();
  }
}

/** Each with its own count. In an anonymous paraline its numbers tell nothing about those before. */
async function writeFurtherQuestions(
  sheet: PdfSheet,
  furtherQuestions: ResultsFile["further_questions"],
): Promise<void> {
  if (furtherQuestions.length === 0) return;
  sheet.part("Further questions");
  for (const further of furtherQuestions) {
    const { question, visibility, responses, insights, closed_on, deadline } = further;
    sheet.heading(question.label);
    if (visibility !== "readable") {
      sheet.remark(visibility === "too_few" ? tooFewAnswers : "No one answered it.");
      continue;
    }
    sheet.facts([
      { name: "Perspectives", value: `${further.responses_count} of ${further.asked_count}` },
      closed_on === null
        ? { name: "Open until", value: formatDay(deadline) }
        : { name: "Closed", value: formatDay(closed_on) },
    ]);
    if (further.is_anonymous) sheet.remark(numberedAnew);
    for (const asked of listQuestions([question], responses)) await writeAnswers(sheet, asked);
    if (!further.is_anonymous) {
      const days = responses.map((one) => `${formatResponseName(one)}: ${formatResponseDays(one)}`);
      sheet.remark(days.join("; "));
    }
    if (insights === null) continue;
    sheet.heading("Insights into this further question");
    writeInsights(sheet, insights, responses);
  }
}

/** A question may have been reworded since. */
const describeWording = (asked: Answer, heading: string) =>
  asked.label === null || asked.label === heading ? "" : `, to “${asked.label}”`;

/** Writes a plot for each wording of the question: what people chose depends on its text and on the options. */
function writeTallies(sheet: PdfSheet, heading: string, answers: AskedQuestion["answers"]): void {
  for (const alike of groupByQuestion(answers)) {
    const [tally] = tallyAnswers(alike);
    if (tally === undefined) continue;
    const { label } = tally;
    if (label !== null && label !== heading) sheet.lead(`To “${label}”`);
    writeTally(sheet, tally);
    sheet.remark(
      alike.map(({ response, answer }) => `${formatResponseName(response)}: ${answer}`).join(" · "),
    );
  }
}

/** The stance question first, which gives the overall view; deleted ones last. */
function listQuestions(
  questions: readonly Question[],
  responses: readonly ReadableResponse[],
  ownAnswers: readonly Answer[] = [],
): AskedQuestion[] {
  const isStance = (question: Question) => findRole(question) === "stance";
  const ordered = [
    ...questions.filter(isStance),
    ...questions.filter((question) => !isStance(question)),
  ];
  const found = new Map<number, AskedQuestion>(
    ordered.map(({ id, label }) => [id, { id, label, own: undefined, answers: [] }]),
  );
  for (const own of ownAnswers) {
    const { question_id: id } = own;
    found.set(id, { id, label: formatLabel(own), answers: [], ...found.get(id), own });
  }
  for (const response of responses) {
    for (const answer of response.answers) {
      const { question_id: id } = answer;
      const question = found.get(id) ?? {
        id,
        label: formatLabel(answer),
        own: undefined,
        answers: [],
      };
      question.answers.push({ ...withTypeDefaults(answer), response });
      found.set(id, question);
    }
  }
  return [...found.values()].filter(({ answers, own }) => answers.length > 0 || own);
}

/** Writes each person's whole response, as on the screen. Omitted if no one answered more than one question. */
async function writePerspectives(sheet: PdfSheet, { responses }: ResultsFile): Promise<void> {
  if (responses.every(({ answers }) => answers.length < 2)) return;
  sheet.part("Perspective by perspective");
  for (const response of responses) {
    sheet.heading(formatResponseName(response));
    sheet.lead(formatResponseDays(response));
    for (const answer of response.answers) {
      serverQuestionTypes[answer.type].writeAnswer(sheet, formatLabel(answer), answer.answer);
      await sheet.breathe();
    }
  }
}

async function writeNotes(sheet: PdfSheet, { encouragements }: ResultsFile): Promise<void> {
  if (encouragements.length === 0) return;
  sheet.part("Encouragement");
  for (const { first_name, received_on, note } of encouragements) {
    const day = formatDay(received_on);
    sheet.writing(first_name === null ? day : `${first_name}, ${day}`, note);
    await sheet.breathe();
  }
}

function writeInsights(
  sheet: PdfSheet,
  insights: Insights,
  responses: readonly ReadableResponse[],
): void {
  const people = insights.responses_count;
  const sides = [
    { side: "strengths", point: insights.top_strength },
    { side: "worries", point: insights.top_risk },
  ] as const;
  const quoted = ({ response_id }: Quote) => {
    const response = responses.find(({ id }) => id === response_id);
    return response === undefined ? "A person's words" : formatResponseName(response);
  };
  if (insights.roles_changed) sheet.remark(rolesChangedNote);
  sheet.facts([
    ...listView(insights),
    ...sides
      .filter(({ side }) => insights.asked[side].question_ids.length > 0)
      .map(({ side, point }) => ({ name: askedAbout[side], value: describeQuality(point) })),
  ]);
  sheet.remark(insights.sentiment_explanation);
  const unread = describeUnreadLanguages(insights);
  if (unread !== undefined) sheet.remark(unread);
  for (const { side, point } of sides) {
    if (point === null) continue;
    sheet.heading(`${askedAbout[side]}: ${point.text}`);
    for (const quote of point.quotes) sheet.writing(quoted(quote), `“${quote.text}”`);
  }
  sheet.heading("Summary");
  sheet.writing("What people said", insights.summary_paragraph);
  if (insights.themes.length > 0) {
    sheet.heading("Key Themes");
    if (insights.engine.kind === "local") sheet.remark(describeThemes(insights));
    sheet.facts(
      insights.themes.map(({ text, people_count }) => ({
        name: describePeopleBehind(people_count, people),
        value: text,
      })),
    );
  }
  if (insights.quotes.length > 0) {
    sheet.heading("Highlighted Quotes");
    for (const quote of insights.quotes) sheet.writing(quoted(quote), `“${quote.text}”`);
  }
  if (insights.next_step_suggestion !== "") {
    sheet.heading("Gentle Suggestion");
    sheet.writing("For you to weigh", insights.next_step_suggestion);
  }
  sheet.remark(describeGeneration(insights));
}

function listView(insights: Insights) {
  const { name, source } = describeAsFact(insights);
  return [
    { name: "Overall view", value: name },
    { name: insights.overall.source === "none" ? "Why" : "Where it comes from", value: source },
  ];
}

/** Writes the decision, even before a path is chosen. It leaves out what people said, which is in this book already. */
function writeDecision(sheet: PdfSheet, decision: Decision): void {
  const { path } = decision;
  const sections = listSections(decision);
  if (path === null && sections.length === 0) return;
  sheet.part(path === null ? "My next step" : `My next step: ${pathNames[path]}`);
  for (const { heading, writings } of sections) {
    if (heading !== undefined) sheet.heading(heading);
    for (const { label, text } of writings) sheet.writing(label, text);
  }
}

function writeClosingLetter(sheet: PdfSheet, closing: Decision["closing"]): void {
  const { heard, decided, thanks, sent_on, sent_count } = closing;
  const parts = [
    { label: "What I heard", text: heard },
    { label: "What I decided", text: decided },
    { label: "Thank you", text: thanks },
  ].filter(({ text }) => text !== "");
  if (parts.length === 0) return;
  sheet.part("Close the loop");
  for (const { label, text } of parts) sheet.writing(label, text);
  const people = sent_count === 1 ? "1 person" : `${sent_count} people`;
  sheet.remark(
    sent_on === null ? "This letter was not sent." : `Sent to ${people} on ${formatDay(sent_on)}.`,
  );
}

function formatLabel({ label, question_id }: Answer): string {
  return label ?? `Question ${question_id}`;
}
