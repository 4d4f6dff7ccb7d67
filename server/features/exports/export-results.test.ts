import { readXlsx } from "hucre/xlsx";
import papaparse from "papaparse";
import { extractText, getDocumentProxy, getMeta } from "unpdf";
import { describe, expect, it } from "vitest";
import type { QuestionDraft } from "#contract/circles/questions.ts";
import { type ResultsFile, resultsFileSchema } from "#contract/exports.ts";
import { useTestApp } from "#server/testing/app.ts";
import { plainPicture, uploadCover } from "#server/testing/covers.ts";

const app = useTestApp();

const questions: QuestionDraft[] = [
  { label: "What do you see?", type: "textarea" },
  { label: "How well does it fit?", type: "rating" },
];

const owner = app.useOwner({ full_name: "Maya & Co", time_zone: "UTC" });

async function answer(
  id: string,
  name: string,
  given: { answers: object; encouragement?: string },
) {
  await app.circles.answerAs(id, name, given);
  app.clock.advance({ minutes: 1 });
}

const names = {
  pdf: "board-book.pdf",
  xlsx: "results.xlsx",
  csv: "results.csv",
  json: "results.json",
};

const ask = (id: string, format: keyof typeof names) =>
  app.as(owner, "GET", `/api/circles/${id}/results/${names[format]}`);

async function file(id: string, format: keyof typeof names): Promise<Response> {
  const response = await ask(id, format);
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("no-store");
  return response;
}

async function book(id: string) {
  const bytes = new Uint8Array(await (await file(id, "pdf")).arrayBuffer());
  const pdf = await getDocumentProxy(bytes);
  const { text: pages } = await extractText(pdf);
  const outline = (await pdf.getOutline()) ?? [];
  const { info } = await getMeta(pdf);
  return { pages, text: pages.join("\n"), outline, info };
}

async function table(id: string): Promise<string[][]> {
  const text = await (await file(id, "csv")).text();
  const { data, errors } = papaparse.parse<string[]>(text, { skipEmptyLines: true });
  expect(errors).toEqual([]);
  return data;
}

async function sheet(id: string) {
  const bytes = new Uint8Array(await (await file(id, "xlsx")).arrayBuffer());
  return (await readXlsx(bytes)).sheets[0]?.rows;
}

async function data(id: string): Promise<ResultsFile> {
  return resultsFileSchema.parse(await (await file(id, "json")).json());
}

describe("a named paraline's files", () => {
  it("are a book with answers by question and by perspective, notes and the decision", async () => {
    const id = await app.circles.create(owner, { title: "Bakery & <lease>?", questions });
    await answer(id, "ana", { answers: { 1: "A door. שלום 🎉", 2: 4 }, encouragement: "Go on!" });
    await answer(id, "ben", { answers: { 1: "Дверь.", 2: 2 } });
    await app.as(owner, "PATCH", `/api/circles/${id}/decision`, {
      path: "pause",
      fields: { pause: { why_not_now: "The winter first." } },
    });
    const { pages, text, outline, info } = await book(id);
    expect(info).toMatchObject({
      Title: "Board book: Bakery & <lease>?",
      Author: "Maya & Co",
      Language: "en",
    });
    expect(outline.map(({ title }) => title)).toEqual([
      "Question by question",
      "Perspective by perspective",
      "Encouragement",
      "My next step: Pause / No-Go",
    ]);
    expect(outline[0]?.items.map(({ title }: { title: string }) => title)).toEqual(
      questions.map(({ label }) => label),
    );
    expect(outline[1]?.items.map(({ title }: { title: string }) => title)).toEqual([
      "Perspective 1, ana",
      "Perspective 2, ben",
    ]);
    for (const words of [
      "Board book of Maya & Co",
      "Perspectives 2 of 3",
      "What I'm asking from you",
      "3.0 of 5",
      "Perspective 1, ana: 4 · Perspective 2, ben: 2",
      "Received Nov 02, 2026",
      "4 of 5",
      "ana, Nov 02, 2026",
      "Go on!",
      "The winter first.",
    ]) {
      expect(text).toContain(words);
    }
    for (const words of ["A door.", "שלום", "Дверь."]) {
      expect(text.split(words)).toHaveLength(3);
    }
    expect(text).not.toContain("\uFFFD");
    expect(text).not.toContain("locked");
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    }
  });

  it("begin in the book with the stance question, wherever it is asked", async () => {
    const stance: QuestionDraft = { label: "How good a fit?", type: "rating", role: "stance" };
    const id = await app.circles.create(owner, { questions: [...questions, stance] });
    await answer(id, "ana", { answers: { 1: "A door.", 2: 4, 3: 5 } });
    const { outline } = await book(id);
    expect(outline[0]?.items.map(({ title }: { title: string }) => title)).toEqual([
      "How good a fit?",
      "What do you see?",
      "How well does it fit?",
    ]);
  });

  it("say in the book in which languages nothing is looked for, and what they left out", async () => {
    const id = await app.circles.create(owner, { questions });
    await answer(id, "ana", { answers: { 1: "ძალიან მიყვარს ეს იდეა, გააკეთე." } });
    await answer(id, "ben", { answers: { 1: "The first winter worries me." } });
    await answer(id, "cleo", { answers: { 1: "n/a" } });
    expect((await app.as(owner, "POST", `/api/circles/${id}/insights`)).status).toBe(200);
    const text = (await book(id)).text.replaceAll(/\s+/g, " ");
    expect(text).toContain("Overall view None Why Too few people rated");
    expect(text).toContain("Strengths and worries cannot be found in answers in Georgian.");
    expect(text).toContain("Left out: 1 answer that says nothing.");
    expect(text).not.toContain("You changed what a question asks for");
  });

  it("say in the book that a question's direction has changed since the insights were made", async () => {
    const id = await app.circles.create(owner, { questions });
    await answer(id, "ana", { answers: { 1: "The first winter worries me.", 2: 4 } });
    await answer(id, "ben", { answers: { 1: "The rent is high.", 2: 2 } });
    expect((await app.as(owner, "POST", `/api/circles/${id}/insights`)).status).toBe(200);
    const { questions: asked } = await app.circles.read(owner, id);
    const marked = asked.map((question) => ({
      ...question,
      ...(question.id === 1 && { role: "worries" }),
    }));
    expect((await app.circles.edit(owner, id, { questions: marked })).status).toBe(200);
    expect((await book(id)).text).toContain("You changed what a question asks for");
  });

  it("include a table with a line for each answer and note, in which nothing is a formula", async () => {
    const id = await app.circles.create(owner, {
      questions: [{ label: "=HYPERLINK(1)", type: "textarea" }, ...questions.slice(1)],
    });
    const nasty = '=cmd|" /C calc"!A1';
    await answer(id, "ana", { answers: { 1: nasty, 2: 5 }, encouragement: "@SUM(A1)\n+1" });
    await answer(id, "ben", { answers: { 1: '\n-2+3, “quoted”; "so"' } });
    const response = await file(id, "csv");
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe(
      "attachment; filename*=UTF-8''results-should-i-leave-the-orchestra.csv",
    );
    const rows = await table(id);
    expect(rows[0]?.slice(-2)).toEqual(["Answer", "Further question"]);
    expect(rows.slice(1)).toEqual([
      ["Answer", "1", "ana", "2026-11-02", "", "'=HYPERLINK(1)", `'${nasty}`, ""],
      ["Rating", "1", "ana", "2026-11-02", "", "How well does it fit?", "5", ""],
      ["Answer", "2", "ben", "2026-11-02", "", "'=HYPERLINK(1)", '\'-2+3, “quoted”; "so"', ""],
      ["Encouragement", "", "ana", "2026-11-02", "", "", "'@SUM(A1)\n'+1", ""],
    ]);
    expect(await sheet(id)).toEqual(rows.map((row) => row.map((cell) => cell.replaceAll("'", ""))));
  });

  it("include data as the contract defines it, with insights and decision once there are any", async () => {
    const id = await app.circles.create(owner, { questions });
    await answer(id, "ana", { answers: { 1: "You are calm. The winter worries me.", 2: 4 } });
    expect(await data(id)).toMatchObject({
      format: "paraline-results/1",
      exported_on: "2026-11-02",
      circle: { id, responses_count: 1, invites_count: 3 },
      responses: [{ number: 1, first_name: "ana", received_on: "2026-11-02" }],
      insights: null,
      decision: null,
    });
    await answer(id, "ben", { answers: { 1: "Wait, the winter will be long." } });
    expect((await app.as(owner, "POST", `/api/circles/${id}/insights`)).status).toBe(200);
    await app.as(owner, "PATCH", `/api/circles/${id}/decision`, { path: "affirm" });
    const { insights, decision } = await data(id);
    expect(insights).toMatchObject({ responses_count: 2 });
    expect(decision).toMatchObject({ path: "affirm" });
    const { text } = await book(id);
    expect(text).toContain(insights?.summary_paragraph.slice(0, 30));
    expect(text).toContain("Overall view");
  });

  it("show a question that was reworded or removed as it was answered", async () => {
    const id = await app.circles.create(owner, { questions });
    await answer(id, "ana", { answers: { 1: "Early." } });
    await app.circles.change(id, {
      questions: JSON.stringify([{ id: 1, label: "What now?", type: "textarea" }]),
    });
    const { text } = await book(id);
    expect(text).toContain("What now?");
    expect(text).toContain("Perspective 1, ana, to “What do you see?”");
  });

  it("keep ratings apart that answer another wording, or are on another scale", async () => {
    const id = await app.circles.create(owner, { questions });
    await answer(id, "ana", { answers: { 2: 5 } });
    const reword = (ratingLabels?: object) =>
      app.circles.change(id, {
        questions: JSON.stringify([
          { id: 2, label: "How risky is it?", type: "rating", rating_labels: ratingLabels },
        ]),
      });
    await reword();
    await answer(id, "ben", { answers: { 2: 1 } });
    await reword({ low: "Harmless", middle: "", high: "Risky" });
    await answer(id, "cleo", { answers: { 2: 2 } });
    const { text } = await book(id);
    const asked = text.slice(0, text.indexOf("Perspective by perspective"));
    expect([...asked.matchAll(/\d\.\d of 5/g)].map(String)).toEqual([
      "5.0 of 5",
      "1.0 of 5",
      "2.0 of 5",
    ]);
    expect(asked).toContain("To “How well does it fit?”");
    expect(asked).not.toContain("To “How risky is it?”");
    expect(asked).toContain("Harmless");
  });
});

describe("the answers that the owner kept", () => {
  const keep = async (id: string, questionId: number) => {
    const [response] = (await data(id)).responses;
    const path = `/api/circles/${id}/feedback/${response?.id}/answers/${questionId}/kept`;
    expect((await app.as(owner, "PUT", path)).status).toBe(200);
    return { response_id: response?.id, question_id: questionId };
  };

  it("are a part of the book and marked in the data, and if there are none, neither mentions it", async () => {
    const id = await app.circles.create(owner, { questions });
    await answer(id, "ana", { answers: { 1: "Keep this one.", 2: 4 } });
    expect((await book(id)).text).not.toContain("Answers you kept");
    const kept = await keep(id, 1);
    const { text, outline } = await book(id);
    expect(outline[0]?.title).toBe("Answers you kept");
    expect(text).toMatch(/Perspective 1, ana, to “.+”\s+Keep this one\./);
    expect((await data(id)).kept).toEqual([kept]);
  });
});

describe("a book's last part", () => {
  const save = (id: string, body: object) =>
    app.as(owner, "PATCH", `/api/circles/${id}/decision`, body);

  it("contains what is written about the next step before a path is chosen", async () => {
    const id = await app.circles.create(owner, { questions });
    await save(id, {
      review_date: "2027-03-01",
      prediction: "I will miss the stage.",
      came_true: "no",
    });
    const { text, outline } = await book(id);
    expect(outline.map(({ title }) => title)).toEqual(["My next step"]);
    expect(text).toContain("Mar 01, 2027");
    expect(text).toContain("I will miss the stage.");
    expect(text).toMatch(/Did it come true\?\s+No/);
    expect((await data(id)).decision).toMatchObject({ came_true: "no" });
  });

  it("contains the closing letter, and whether it was sent", async () => {
    const id = await app.circles.createInvited(owner, { questions });
    const closing = { heard: "You worry.", decided: "I go.", thanks: "" };
    await save(id, { closing });
    const { text: draft, outline } = await book(id);
    expect(outline.map(({ title }) => title)).toEqual(["Close the loop"]);
    expect(draft).toContain("You worry.");
    expect(draft).toContain("This letter was not sent.");
    const path = `/api/circles/${id}/decision/closing-letter`;
    expect((await app.as(owner, "POST", path, closing)).status).toBe(200);
    const { text } = await book(id);
    expect(text).toContain("I go.");
    expect(text).toContain("Sent to 3 people on Nov 02, 2026.");
    expect(text).not.toContain("Thank you");
  });

  it("is left out if nothing is written", async () => {
    const id = await app.circles.create(owner, { questions });
    await save(id, { prediction: "Something." });
    await save(id, { prediction: "" });
    expect((await book(id)).outline).toEqual([]);
  });
});

describe("an anonymous paraline's files", () => {
  it("contain nothing of sealed answers, and do not change when one arrives", async () => {
    const id = await app.circles.create(owner, { is_anonymous: true, questions });
    const empty = [await data(id), await table(id), await sheet(id), (await book(id)).text];
    await answer(id, "ana", { answers: { 1: "zanzibar", 2: 1 }, encouragement: "zanzibar!" });
    for (const name of ["ben", "cleo"]) await answer(id, name, { answers: { 1: "zanzibar" } });
    expect([await data(id), await table(id), await sheet(id), (await book(id)).text]).toEqual(
      empty,
    );
    expect(JSON.stringify(empty)).not.toContain("zanzibar");
    expect(empty[3]).toContain("Sealed until this paraline closes.");
  });

  it("have no names, no days except that of the closing, and numbers in the order of the release", async () => {
    const id = await app.circles.create(owner, { is_anonymous: true, questions });
    await answer(id, "ana", { answers: { 1: "One." }, encouragement: "Note." });
    for (const name of ["ben", "cleo"]) await answer(id, name, { answers: { 1: "Two." } });
    app.clock.advance({ days: 2 });
    await app.circles.close(owner, id);
    const { responses, encouragements } = await data(id);
    expect(responses.map(({ number }) => number)).toEqual([1, 2, 3]);
    for (const one of [...responses, ...encouragements]) {
      expect(one).toMatchObject({ first_name: null, received_on: "2026-11-04" });
    }
    const files = `${JSON.stringify(responses)} ${await table(id)} ${await sheet(id)} ${(await book(id)).text}`;
    for (const telling of [/\b(ana|ben|cleo)\b/i, /2026-11-02/, /Nov 02, 2026/]) {
      expect(files).not.toMatch(telling);
    }
  });
});

describe("further questions", () => {
  const rent = { label: "And the rent?", type: "textarea" } as const;
  const risk = { label: "How big a risk?", type: "rating" } as const;

  it("follow the first answers in every file, with their own count and insights, once they can be read", async () => {
    const id = await app.circles.createInvited(owner, { questions });
    await answer(id, "ana", { answers: { 1: "A door.", 2: 4 } });
    const { circle_id: asked } = await app.circles.askFurther(owner, id, { question: rent });
    const before = { rows: await table(id), book: (await book(id)).text };
    expect((await data(id)).further_questions).toEqual([]);
    expect(before.book).not.toContain("Further questions");

    await answer(asked, "ben", { answers: { 1: "The rent is high." } });
    await answer(asked, "cleo", { answers: { 1: "High, but fair." } });
    expect((await app.as(owner, "POST", `/api/circles/${asked}/insights`)).status).toBe(200);
    const { further_questions, responses, circle } = await data(id);
    expect(further_questions).toMatchObject([
      {
        circle_id: asked,
        question: rent,
        status: "active",
        responses_count: 2,
        asked_count: 3,
        visibility: "readable",
        responses: [
          { number: 1, first_name: "ben" },
          { number: 2, first_name: "cleo" },
        ],
        insights: { responses_count: 2 },
      },
    ]);
    expect([responses.length, circle.responses_count]).toEqual([1, 1]);
    expect(await table(id)).toEqual([
      ...before.rows,
      ["Answer", "1", "ben", "2026-11-02", "", rent.label, "The rent is high.", "1"],
      ["Answer", "2", "cleo", "2026-11-02", "", rent.label, "High, but fair.", "1"],
    ]);
    const { text, outline } = await book(id);
    expect(outline.map(({ title }) => title)).toEqual([
      "Question by question",
      "Perspective by perspective",
      "Further questions",
    ]);
    const after = text.slice(text.indexOf("Further questions"));
    for (const words of [
      "2 of 3",
      "Open until",
      "Perspective 2, cleo",
      "Insights into this",
      "cleo: Received Nov 02, 2026",
    ]) {
      expect(after).toContain(words);
    }
    expect(text).toContain("Perspectives 1 of 3");
  });

  it("of an anonymous paraline are in no file before they have closed, then without names or days", async () => {
    const id = await app.circles.createInvited(owner, { is_anonymous: true, questions });
    const names = ["ana", "ben", "cleo"];
    for (const name of names) await answer(id, name, { answers: { 1: "zanzibar" } });
    await app.circles.close(owner, id);
    const { circle_id: asked } = await app.circles.askFurther(owner, id, { question: risk });
    const sealed = async () => [await data(id), await table(id), (await book(id)).text];
    const before = await sealed();
    for (const name of names) await answer(asked, name, { answers: { 1: 5 } });
    expect(await sealed()).toEqual(before);
    app.clock.advance({ days: 2 });
    await app.circles.close(owner, asked);

    const { further_questions } = await data(id);
    expect(further_questions).toMatchObject([{ responses_count: 3, asked_count: 3 }]);
    for (const one of further_questions[0]?.responses ?? []) {
      expect(one).toMatchObject({ first_name: null, received_on: "2026-11-04" });
    }
    const { text } = await book(id);
    expect(text.slice(text.indexOf("Further questions"))).toContain("5.0 of 5");
    expect(`${text} ${await table(id)}`).not.toMatch(/\b(ana|ben|cleo)\b/i);

    const { circle_id: second } = await app.circles.askFurther(owner, id, { question: rent });
    await answer(second, "ana", { answers: { 1: "Only me." } });
    await app.circles.close(owner, second);
    const { text: final } = await book(id);
    expect(final.slice(final.indexOf(rent.label))).toMatch(/Fewer than 3 people answered/);
    expect(JSON.stringify(await data(id))).not.toContain("Only me.");
  });
});

it("the book opens with the paraline's cover", async () => {
  const picture = new Uint8Array(await plainPicture().webp().toBuffer());
  const name = `${app.clock.now().getTime()}.webp`;
  const coverImageUrl = await uploadCover(app, owner, name, picture);
  const id = await app.circles.create(owner, { cover_image_url: coverImageUrl });
  const withCover = await (await file(id, "pdf")).arrayBuffer();
  expect(Buffer.from(withCover).includes("/DCTDecode")).toBe(true);
});
