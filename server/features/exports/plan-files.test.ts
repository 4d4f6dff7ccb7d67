import Ical from "ical.js";
import { describe, expect, it } from "vitest";
import type { Question } from "#contract/circles/questions.ts";
import { readResults } from "#contract/feedback/feedback.ts";
import { useTestApp } from "#server/testing/app.ts";
import { readPdf } from "#server/testing/files/read-pdf.ts";

const app = useTestApp();
const { create, person, answer } = app.circles;

const owner = app.useOwner({ time_zone: "Pacific/Kiritimati" });

async function plan(title = "Should I buy the bakery?", changes: object = {}): Promise<string> {
  const id = await create(owner, { title });
  const response = await app.as(owner, "PATCH", `/api/circles/${id}/decision`, {
    path: "experiment",
    fields: {
      experiment: {
        what_to_test: "Mornings at the bakery.\n=1+1; <b>, *not bold*",
        start_date: "2027-01-04",
        reviewer: "Ruth Okafor",
      },
      mentor: { book_by: "2027-09-09", tensions: "Not chosen" },
    },
    prediction: "I will want more",
    confidence: 70,
    review_date: "2027-02-10",
    ...changes,
  });
  expect(response.status).toBe(200);
  return id;
}

async function file(id: string, format: string) {
  const response = await app.as(owner, "GET", `/api/circles/${id}/decision/plan.${format}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("no-store");
  return {
    type: response.headers.get("content-type"),
    disposition: response.headers.get("content-disposition"),
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}

const decodeText = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe("the plan as a file", () => {
  it("is a PDF with the chosen path, in the owner's words, and what people said", async () => {
    const id = await plan();
    await answer((await person(id, "ana")).invite_token);
    const { type, disposition, bytes } = await file(id, "pdf");
    expect(type).toBe("application/pdf");
    expect(disposition).toBe("attachment; filename*=UTF-8''plan-should-i-buy-the-bakery.pdf");
    const text = await readPdf(bytes);
    for (const words of [
      "Run a 30-day Experiment",
      "What I'll test",
      "=1+1; <b>, *not bold*",
      "Jan 04, 2027",
      "Ruth Okafor",
      "My prediction",
      "70%",
      "Average fit No ratings asked",
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain("Not chosen");
    // An empty field is not mentioned.
    expect(text).not.toContain("Success looks like");
  });

  it("contains the answers that the owner kept", async () => {
    const id = await plan();
    await answer((await person(id, "ana")).invite_token, { answers: { 1: "Keep *this* one." } });
    const { responses } = await app.call(owner, readResults, { params: { id } });
    const path = `/api/circles/${id}/feedback/${responses[0]?.id}/answers/1/kept`;
    expect((await app.as(owner, "PUT", path)).status).toBe(200);
    expect(decodeText((await file(id, "md")).bytes)).toContain(
      "## Answers you kept\n\n### Perspective 1, ana, to “What do you see?”\n\nKeep \\*this\\* one.",
    );
    const text = await readPdf((await file(id, "pdf")).bytes);
    expect(text).toContain("Answers you kept");
    expect(text).toContain("Keep *this* one.");
  });

  it("is Markdown in which nothing that was typed is markup", async () => {
    const { type, disposition, bytes } = await file(await plan("Ключ / <b>*"), "md");
    expect(type).toBe("text/markdown; charset=utf-8");
    expect(disposition).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent("plan-ключ-b")}.md`,
    );
    const text = decodeText(bytes);
    expect(text).toContain("# Run a 30-day Experiment\n\nMy next step for “Ключ / \\<b>\\*”");
    expect(text).toContain(
      "## What I'll test\n\nMornings at the bakery.\\\n\\=1+1; \\<b>, \\*not bold\\*\n",
    );
    expect(text).toContain("### How sure I am\n\n70%");
    expect(text).toContain("- Average fit: No ratings asked");
    expect(text).not.toContain("Did it come true?");
  });

  it("contains the review", async () => {
    const id = await plan("Bakery", { what_happened: "I stayed.", came_true: "partly" });
    expect(decodeText((await file(id, "md")).bytes)).toContain(
      "### What happened\n\nI stayed.\n\n### Did it come true?\n\nPartly\n",
    );
  });

  it("names the mean of the ratings after what was rated", async () => {
    const planWith = async (changes: { rating_labels?: Question["rating_labels"] }) => {
      const question = { type: "rating" as const, label: "How well does this suit me?" };
      const id = await create(owner, { questions: [{ ...question, ...changes }] });
      await app.as(owner, "PATCH", `/api/circles/${id}/decision`, { path: "experiment" });
      await answer((await person(id, "ana")).invite_token, { answers: { 1: 4 } });
      return decodeText((await file(id, "md")).bytes);
    };
    expect(await planWith({})).toContain("- Average fit: 4");
    const ownLabels = { low: "Low", middle: "", high: "High" };
    expect(await planWith({ rating_labels: ownLabels })).toContain("- Average rating: 4");
  });

  it("is all-day calendar entries for its days, with ids that do not change", async () => {
    const id = await plan("Bakery, or; not?");
    const read = async () => {
      const { type, bytes } = await file(id, "ics");
      expect(type).toBe("text/calendar; charset=utf-8");
      const calendar = new Ical.Component(Ical.parse(decodeText(bytes)));
      return calendar.getAllSubcomponents("vevent").map((component) => {
        const event = new Ical.Event(component);
        return {
          uid: event.uid,
          summary: event.summary,
          sequence: event.sequence,
          allDay: event.startDate.isDate,
          from: event.startDate.toString(),
          to: event.endDate.toString(),
          description: event.description,
        };
      });
    };
    const events = await read();
    expect(events).toMatchObject([
      { allDay: true, from: "2027-01-04", to: "2027-01-05", sequence: 1 },
      { allDay: true, from: "2027-02-02", to: "2027-02-03" },
      { allDay: true, from: "2027-02-10", to: "2027-02-11" },
    ]);
    expect(events[0]?.summary).toBe("The 30-day experiment begins: Bakery, or; not?");
    expect(events[0]?.description).toContain("Mornings at the bakery.\n=1+1; <b>");
    expect(events[2]?.description).toContain("My prediction: I will want more (70% sure)");
    await app.as(owner, "PATCH", `/api/circles/${id}/decision`, { review_date: "2027-03-01" });
    const moved = await read();
    expect(moved.map(({ uid }) => uid)).toEqual(events.map(({ uid }) => uid));
    expect(moved[2]).toMatchObject({ from: "2027-03-01", sequence: 2 });
  });

  it("is a calendar to which no text can add a line, whatever is stored", async () => {
    const id = await plan("Bakery");
    const line = "ATTACH:https://evil.example/x";
    await app.circles.change(id, {
      title: `Bakery\r\n${line}\n${line}\r${line}\u0085${line}\u0007`,
    });
    await app.db
      .updateTable("decisions")
      .set({ prediction: `More\r\n${line}\u000b${line}` })
      .where("circle_id", "=", id)
      .execute();
    const text = decodeText((await file(id, "ics")).bytes);
    expect(text.replaceAll("\r\n", "")).not.toMatch(/\p{Cc}/u);
    const names = text.split(/[\p{Cc}\u2028]+/u).map((content) => /^[\w-]*/.exec(content)?.[0]);
    expect(names).not.toContain("ATTACH");
    const calendar = new Ical.Component(Ical.parse(text));
    expect(calendar.getFirstPropertyValue("x-wr-calname")).toBe(
      `Paraline: Bakery ${line} ${line} ${line} ${line}`,
    );
    expect(calendar.getAllSubcomponents("vevent")).toHaveLength(3);
  });

  it("is a calendar in which every text is escaped, including its name", async () => {
    const text = decodeText((await file(await plan("A, b; c\\n"), "ics")).bytes);
    expect(text).toContain("\r\nNAME:Paraline: A\\, b\\; c\\\\n\r\n");
    expect(text).toContain("\r\nX-WR-CALNAME:Paraline: A\\, b\\; c\\\\n\r\n");
    expect(text).toContain("\r\nSUMMARY:Review your decision: A\\, b\\; c\\\\n\r\n");
  });

  it("contains the day by which a mentor is to be called", async () => {
    const { bytes } = await file(await plan("Call", { path: "mentor", review_date: null }), "ics");
    const calendar = new Ical.Component(Ical.parse(decodeText(bytes)));
    const [event, ...more] = calendar.getAllSubcomponents("vevent");
    expect(more).toEqual([]);
    expect(event?.getFirstPropertyValue("dtstart")?.toString()).toBe("2027-09-09");
  });

  it("says what is missing", async () => {
    const undecided = await create(owner);
    const refused = await app.as(owner, "GET", `/api/circles/${undecided}/decision/plan.pdf`);
    expect(await refused.json()).toMatchObject({ code: "decision_path_missing" });
    const undated = await plan("None", { path: "pause", review_date: null });
    const dateless = await app.as(owner, "GET", `/api/circles/${undated}/decision/plan.ics`);
    expect(await dateless.json()).toMatchObject({ code: "decision_dates_missing" });
    const unknown = await app.as(owner, "GET", `/api/circles/${undated}/decision/plan.exe`);
    expect(unknown.status).toBe(404);
  });
});
