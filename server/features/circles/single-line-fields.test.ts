import { describe, expect, it } from "vitest";
import { createCircle } from "#contract/circles/circles.ts";
import { joinByLink } from "#contract/invites/invites.ts";
import { useTestApp } from "#server/testing/app.ts";
import { circleDraft } from "#server/testing/test-circles.ts";

const app = useTestApp();
const { create, read, people, answer } = app.circles;

const owner = app.useOwner({ full_name: "Maya" });

/** A text that must not get into a calendar, the header of an email or a line of a file. */
const broken = "One\r\nBcc: eve@evil.example\tx\u0007";
const line = "One Bcc: eve@evil.example x";

describe("titles, names and labels are stored as one line", () => {
  it("a new paraline, its people and its owner have fields of one line", async () => {
    const body = circleDraft({
      title: broken,
      description: "Two\nlines",
      what_they_ask: "Two\nlines",
      questions: [
        {
          label: broken,
          subtitle: broken,
          type: "rating",
          rating_labels: { low: "a\nb", middle: "\u0007", high: "c\rd" },
        },
      ],
      invites: [{ first_name: broken, last_name: broken, email: "ana@paraline.example" }],
      owner_name: broken,
    });
    const { circle } = await app.call(owner, createCircle, { body });
    const stored = await app.db
      .selectFrom("circles")
      .where("id", "=", circle.id)
      .select(["title", "description", "questions"])
      .executeTakeFirstOrThrow();
    expect(stored).toMatchObject({
      title: line,
      description: "Two\nlines",
      questions: [
        { label: line, subtitle: line, rating_labels: { low: "a b", middle: "", high: "c d" } },
      ],
    });
    expect(await people(owner, circle.id)).toMatchObject([{ first_name: line, last_name: line }]);
    expect(await (await app.as(owner, "GET", "/api/account")).json()).toMatchObject({
      full_name: line,
    });
  });

  it("an edit, a profile, a plan, and a visitor's first name have fields of one line", async () => {
    const id = await create(owner);
    const { questions } = await read(owner, id);
    const edited = await app.circles.edit(owner, id, {
      title: broken,
      questions: questions.map((question) => ({ ...question, label: broken })),
    });
    expect(edited.status).toBe(200);
    expect(await read(owner, id)).toMatchObject({ title: line, questions: [{ label: line }] });
    await app.as(owner, "PATCH", "/api/account", { full_name: broken });
    expect(await (await app.as(owner, "GET", "/api/account")).json()).toMatchObject({
      full_name: line,
    });
    const decided = await app.as(owner, "PATCH", `/api/circles/${id}/decision`, {
      prediction: broken,
      fields: { mentor: { who: broken, tensions: "Two\nlines" } },
    });
    expect(await decided.json()).toMatchObject({
      decision: { prediction: line, fields: { mentor: { who: line, tensions: "Two\nlines" } } },
    });
    await app.as(owner, "PUT", `/api/circles/${id}/open-link`, { open: true });
    const joined = [
      await app.post(`/api/share-link/${id}/join`, { first_name: broken }),
      await app.postForm(`/feedback?circle=${id}`, { action: "join", first_name: broken }),
    ];
    expect(joined.map(({ status }) => status)).toEqual([201, 303]);
    const tokens = [
      joinByLink.output.parse(await joined[0]?.json()).invite_token,
      new URLSearchParams(joined[1]?.headers.get("location")?.split("?")[1]).get("token") ?? "",
    ];
    for (const token of tokens) expect((await answer(token)).status).toBe(201);
    const visitors = await app.deps.db
      .selectFrom("invites")
      .where("circle_id", "=", id)
      .where("source", "=", "link")
      .select("first_name")
      .execute();
    expect(visitors.map(({ first_name }) => first_name)).toEqual([line, line]);
  });

  it("what the database cannot store is refused with a sentence, also in texts of several lines", async () => {
    for (const field of ["title", "description"]) {
      const body = circleDraft({ [field]: "a\u0000b" });
      const response = await app.as(owner, "POST", "/api/circles", body);
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { message: "This contains characters that cannot be stored.", path: [field] },
      ]);
    }
  });
});
