import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  defaultFurtherDeadline,
  type FurtherQuestion,
  listFurtherQuestions,
} from "#contract/circles/further-questions.ts";
import { readResults } from "#contract/feedback/feedback.ts";
import { joinByLink } from "#contract/invites/invites.ts";
import { paths } from "#contract/paths.ts";
import { dayIn } from "#contract/values/days.ts";
import { replaceOwnerLinks } from "#server/access/replace-owner-links.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { useTestApp } from "#server/testing/app.ts";
import type { TestOwner } from "#server/testing/owners.ts";

const app = useTestApp({ each: true, start: "2026-11-02T09:00:00Z" });
const owner = app.useOwner({ full_name: "Maya" });
const { createInvited, answer, answerAs, askFurther, close, decline, person } = app.circles;

const question = { label: "What would change your mind?", type: "textarea" };
const list = (id: string) => app.call(owner, listFurtherQuestions, { params: { id } });
const results = (id: string) => app.call(owner, readResults, { params: { id } });
const ask = (id: string, changes: object = {}, by: TestOwner = owner) =>
  app.as(by, "POST", `/api/circles/${id}/further-questions`, {
    create_key: crypto.randomUUID(),
    question,
    deadline: defaultFurtherDeadline(dayIn("UTC", app.clock.now())),
    ...changes,
  });
const refusal = async (response: Response | Promise<Response>) => {
  const { code } = (await (await response).json()) as { code?: string };
  return code;
};
/** To whom emails of a kind were sent, in order of their addresses. */
const emailed = async (kind: "further_question" | "reminder" = "further_question") => {
  const rows = await app.db
    .selectFrom("emails")
    .where("kind", "=", kind)
    .where("state", "=", "sent")
    .select("to_address")
    .execute();
  return rows.map(({ to_address }) => to_address).toSorted();
};
const addresses = (...names: string[]) => names.map((name) => `${name}@paraline.example`);
const listInvites = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    first_name: "Dan",
    email: `dan${index}@paraline.example`,
  }));
const openApi = z.object({
  paths: z.record(z.string(), z.object({ get: z.object({}).optional() })),
});

describe("a named paraline", () => {
  it("has its people asked one more thing, whose answers stand by themselves with their own count", async () => {
    const id = await createInvited(owner);
    await answerAs(id, "ana");
    const asked = await askFurther(owner, id);
    expect(asked).toEqual<FurtherQuestion>({
      circle_id: asked.circle_id,
      question: { id: 1, label: question.label, type: "textarea" },
      deadline: "2026-11-05",
      status: "active",
      is_anonymous: false,
      is_extended: false,
      closed_on: null,
      responses_count: 0,
      asked_count: 3,
    });
    expect(await emailed()).toEqual(addresses("ana", "ben", "cleo"));

    const written = { answers: { 1: "Nothing would." }, encouragement: "Go on." };
    await answerAs(asked.circle_id, "ana", written);
    const read = await results(asked.circle_id);
    // It takes no encouragement note.
    expect(read.encouragements).toEqual([]);
    expect(read.responses.map(({ first_name }) => first_name)).toEqual(["ana"]);
    expect((await results(id)).responses_count).toBe(1);
    expect((await list(id)).items).toEqual([{ ...asked, responses_count: 1 }]);

    app.clock.set("2026-11-06T00:01:00Z");
    await app.emails.sweep("close_due_circles");
    expect((await list(id)).items).toMatchObject([
      { status: "completed", closed_on: "2026-11-05" },
    ]);
  });

  it("is otherwise the same after it: every other call of its owner answers as before", async () => {
    const id = await createInvited(owner);
    await answerAs(id, "ana");
    const { paths } = openApi.parse(await (await app.request("/api/openapi.json")).json());
    const readAll = async () => {
      const seen: Record<string, string> = {};
      for (const [path, { get }] of Object.entries(paths)) {
        if (get === undefined || path.endsWith("/plan.pdf")) continue;
        const response = await app.as(owner, "GET", path.replaceAll(/\{\w+\}/g, id));
        const isText = /json|text/.test(response.headers.get("content-type") ?? "");
        seen[path] = isText ? (await response.text()).replace(/"request_id":"[^"]*"/, "") : "";
      }
      return seen;
    };
    const before = await readAll();
    const asked = await askFurther(owner, id);
    await answerAs(asked.circle_id, "ben");
    const after = await readAll();
    expect(Object.keys(after).filter((path) => after[path] !== before[path])).toEqual([
      "/api/circles/{id}/further-questions",
      "/api/circles/{id}/results/results.csv",
      "/api/circles/{id}/results/results.json",
    ]);
  });

  it("leaves out everyone who has declined or unsubscribed, and sends no email to people who were asked by link alone", async () => {
    const id = await createInvited(owner, { people: ["ana", "ben", "cleo", "dora", "eve"] });
    await decline((await person(id, "ana")).invite_token);
    await app.emails.optOut("ben@paraline.example", owner.user_id);
    await app.as(owner, "PUT", `/api/circles/${id}/open-link`, { open: true });
    const joined = await app.post(joinByLink.path.replace(":id", id), { first_name: "Zoe" });
    const { invite_token } = (await joined.json()) as { invite_token: string };
    await answer(invite_token);
    expect((await list(id)).next).toMatchObject({ asked_count: 4, without_email_count: 1 });

    const asked = await askFurther(owner, id);
    expect(asked.asked_count).toBe(4);
    expect(await emailed()).toEqual(addresses("cleo", "dora", "eve"));
    // People who decline before the email is sent, or decline the question itself, get no more emails about it.
    await decline((await person(id, "cleo")).invite_token);
    await decline((await person(asked.circle_id, "dora")).invite_token);
    app.clock.advance({ days: 2 });
    await app.emails.sweep("remind_pending_people");
    expect(await emailed("reminder")).toEqual(addresses("eve"));
    await close(owner, asked.circle_id);
    await askFurther(owner, id);
    expect((await emailed()).filter((to) => to !== "eve@paraline.example")).toEqual(
      addresses("cleo", "dora"),
    );
  });

  it("is asked up to three times, one at a time, until 60 days after it has closed", async () => {
    const id = await createInvited(owner);
    for (let count = 1; count <= 3; count += 1) {
      const asked = await askFurther(owner, id);
      const isLast = count === 3;
      const reason = isLast ? "further_questions_exhausted" : "further_question_open";
      expect((await list(id)).next).toMatchObject({ reason });
      expect(await refusal(ask(id))).toBe(reason);
      await close(owner, asked.circle_id);
    }
    expect(await refusal(ask(id))).toBe("further_questions_exhausted");

    const other = await createInvited(owner);
    await close(owner, other);
    app.clock.set("2027-01-01T23:59:00Z");
    expect((await list(other)).next).toMatchObject({ reason: null });
    app.clock.set("2027-01-02T00:01:00Z");
    expect(await refusal(ask(other))).toBe("further_question_late");
  });

  it("asks nothing that the wizard would refuse, on a day from tomorrow on", async () => {
    const id = await createInvited(owner);
    const refused = [
      [{ question: { label: " ", type: "textarea" } }, "question_empty"],
      [{ question: { label: "Which?", type: "choice", options: ["a"] } }, "options_count"],
      [{ question: { ...question, role: "stance" } }, "stance_not_rated"],
      [{ deadline: "2026-11-02" }, "further_question_deadline"],
      [{ deadline: "2027-01-02" }, "further_question_deadline"],
    ] as const;
    for (const [changes, code] of refused) {
      expect([changes, await refusal(ask(id, changes))]).toEqual([changes, code]);
    }
    const uninvited = await app.circles.create(owner);
    expect(await refusal(ask(uninvited))).toBe("further_question_nobody");
    expect((await list(id)).items).toEqual([]);
    const choice = { label: "Which?", type: "choice", options: ["Stay", "Go"] };
    expect((await ask(id, { question: choice, deadline: "2027-01-01" })).status).toBe(201);
  });

  it("is asked once, however often the call is sent, and one of two calls at once is refused", async () => {
    const id = await createInvited(owner);
    const createKey = crypto.randomUUID();
    const [first, second] = await Promise.all([
      ask(id, { create_key: createKey }),
      ask(id, { create_key: createKey }),
    ]);
    expect(await first.json()).toEqual(await second.json());
    expect(
      await refusal(ask(id, { create_key: createKey, question: { ...question, label: "Else?" } })),
    ).toBe("circle_created_already");
    const other = await createInvited(owner);
    const answers = await Promise.all([ask(other), ask(other), close(owner, other)]);
    const statuses = answers.slice(0, 2).map((given) => ("status" in given ? given.status : 0));
    expect(statuses.toSorted()).toEqual([201, 409]);
    expect((await list(other)).items).toHaveLength(1);
    expect(await app.db.selectFrom("circles").select("id").execute()).toHaveLength(4);
  });

  it("loses further questions with it, and a person's part in them with the person, unless they have answered", async () => {
    const id = await createInvited(owner);
    const asked = await askFurther(owner, id);
    await answerAs(asked.circle_id, "ana");
    const [ana, ben] = [await person(id, "ana"), await person(id, "ben")];
    expect((await app.as(owner, "DELETE", `/api/invites/${ana.id}`)).status).toBe(409);
    expect((await app.as(owner, "DELETE", `/api/invites/${ben.id}`)).status).toBe(200);
    expect((await list(id)).items).toMatchObject([{ responses_count: 1, asked_count: 2 }]);

    const { title } = await app.circles.read(owner, id);
    expect((await app.as(owner, "DELETE", `/api/circles/${id}`, { title })).status).toBe(200);
    for (const table of ["circles", "invites", "feedback", "circle_keys"] as const) {
      expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
    // What was emailed still counts.
    const counted = await app.db.selectFrom("removed_emails").select("user_id").execute();
    expect(counted).toHaveLength(6);
  });

  it("has a corrected address corrected in its further questions, too", async () => {
    const id = await createInvited(owner);
    const asked = await askFurther(owner, id);
    const before = await person(asked.circle_id, "ana");
    const { id: ana } = await person(id, "ana");
    const email = "ana@elsewhere.example";
    expect((await app.as(owner, "PATCH", `/api/invites/${ana}`, { email })).status).toBe(200);
    expect((await answer(before.invite_token)).status).toBe(404);
    const { invite_token } = await person(asked.circle_id, "ana");
    await app.circles.decline(invite_token);
    const other = "ana@another.example";
    await app.as(owner, "PATCH", `/api/invites/${ana}`, { email: other });
    expect((await answer(invite_token)).status).toBe(404);
    await answerAs(asked.circle_id, "ana");
  });

  it("of an anonymous paraline asks everyone whom any email has reached, whatever came of the last one", async () => {
    const id = await createInvited(owner, {
      is_anonymous: true,
      people: ["ana", "ben", "cleo", "dan"],
    });
    for (const name of ["ana", "ben", "cleo", "dan"]) await answerAs(id, name);
    app.clock.advance({ hours: 1 });
    const { id: ana } = await person(id, "ana");
    await app.as(owner, "POST", `/api/invites/${ana}/resend`);
    await close(owner, id);
    await app.work();
    expect((await list(id)).next.asked_count).toBe(4);
  });

  it("tells its owner by email of answers and of the closing, in the question's own words", async () => {
    const id = await createInvited(owner);
    const asked = await askFurther(owner, id);
    await answerAs(asked.circle_id, "ana");
    await app.emails.sweep("notify_owners");
    app.clock.set("2026-11-06T00:01:00Z");
    await app.emails.sweep("close_due_circles", "notify_owners");
    const emails = await app.emails.to(owner.email);
    expect(emails.map(({ subject }) => subject)).toEqual([
      "ana has shared their perspective on “What would change your mind?”",
      "“What would change your mind?” has closed",
    ]);
    for (const { text } of emails) {
      expect(text).toContain(`/results?circle=${id}`);
      expect(text).toContain("1 of 3 perspectives received");
      expect(text).not.toContain("reopen");
    }
  });
});

describe("the private link of the first questions", () => {
  const open = (token: string, more = "") => app.request(`/invite?token=${token}${more}`);
  const leadsTo = async (token: string, more?: string) => {
    const response = await open(token, more);
    return response.headers.get("location") ?? response.status;
  };

  it("leads to the open further question once it is over, and names it while it can still be changed", async () => {
    const id = await createInvited(owner);
    const [ana, ben] = [await person(id, "ana"), await person(id, "ben")];
    await answerAs(id, "ana");
    const asked = await askFurther(owner, id);
    const further = await person(asked.circle_id, "ana");
    const link = `/invite?token=${further.invite_token}`;
    const used = await (await open(ana.invite_token, "&lang=de")).text();
    expect(used).toContain(`href="${link}&amp;lang=de"`);
    expect(used).toContain("hat noch eine Frage");
    expect(used).toContain('name="code"');
    expect(await leadsTo(ben.invite_token)).toBe(200);

    const page = await (await open(further.invite_token)).text();
    expect(page).toContain("Maya has one more question");
    expect(page).toContain("What would change your mind?");
    expect(page).not.toContain('name="encouragement"');
    // Without scripts it is posted as a form. Neither part takes the other's answer.
    const posted = await app.postForm("/feedback", {
      action: "submit",
      token: further.invite_token,
      submission_key: crypto.randomUUID(),
      "answer-1": "Nothing would.",
    });
    expect(posted.status).toBe(200);
    const again = await open(ana.invite_token);
    expect([again.status, again.headers.get("location")]).toEqual([200, null]);
    const shared = await again.text();
    expect(shared).toContain("Already shared");
    expect(shared).not.toContain("one more question");
    expect((await answer(ana.invite_token)).status).toBe(409);

    await close(owner, id);
    const { invite_token } = await person(asked.circle_id, "ben");
    expect(await leadsTo(ben.invite_token)).toBe(`/invite?token=${invite_token}#`);
    expect(await leadsTo(ana.invite_token, "&lang=de")).toBe(`${link}&lang=de#`);
    expect(await (await open(further.invite_token)).text()).toContain('name="code"');
    await close(owner, asked.circle_id);
    expect(await leadsTo(ben.invite_token)).toBe(410);
    expect(await leadsTo(invite_token)).toBe(410);
  });

  it("shows the answer to a further question again as it was asked: without a number or a note", async () => {
    const id = await createInvited(owner);
    const { circle_id } = await askFurther(owner, id);
    const { invite_token } = await person(circle_id, "ana");
    const { code } = (await (await answer(invite_token)).json()) as { code: string };
    const fields = { action: "read", token: invite_token, code };
    const page = await (await app.postForm(paths.receipt, fields)).text();
    expect(page).toContain("Maya has one more question");
    expect(page).not.toContain("Question 1 of 1");
    expect(page).not.toContain('name="encouragement"');
  });

  it("in an anonymous paraline leads there for everyone asked, as long as that is open", async () => {
    const people = ["ana", "ben", "cleo"];
    const id = await createInvited(owner, { is_anonymous: true, people });
    for (const name of people) await answerAs(id, name);
    await close(owner, id);
    const { invite_token } = await person(id, "ana");
    expect(await leadsTo(invite_token)).toBe(410);
    const { circle_id } = await askFurther(owner, id);
    const further = await person(circle_id, "ana");
    const link = `/invite?token=${further.invite_token}#`;
    expect(await leadsTo(invite_token)).toBe(link);
    expect(await (await open(further.invite_token)).text()).toContain("sealed until Nov 05");
    await answerAs(circle_id, "ana");
    expect(await leadsTo(invite_token)).toBe(link);
    await close(owner, circle_id);
    expect(await leadsTo(invite_token)).toBe(410);
  });
});

describe("an anonymous paraline", () => {
  const createClosed = async (answering = ["ana", "ben", "cleo"]) => {
    const people = ["ana", "ben", "cleo", "dora"];
    const id = await createInvited(owner, { is_anonymous: true, people });
    for (const name of answering) await answerAs(id, name);
    expect(await refusal(ask(id))).toBe("further_question_sealed");
    await close(owner, id);
    return id;
  };

  it("is asked after its closing, and shows the answers all together when the question closes", async () => {
    const id = await createClosed();
    const asked = await askFurther(owner, id);
    expect(await emailed()).toEqual(addresses("ana", "ben", "cleo", "dora"));
    const sealed = await list(id);
    for (const name of ["ana", "dora", "ben"]) await answerAs(asked.circle_id, name);
    expect(await list(id)).toEqual(sealed);
    expect(sealed.items).toMatchObject([{ responses_count: null, asked_count: 4 }]);
    expect((await results(asked.circle_id)).visibility).toBe("sealed");
    await close(owner, asked.circle_id);
    expect((await list(id)).items).toMatchObject([{ responses_count: 3, status: "completed" }]);
    expect((await results(asked.circle_id)).responses).toHaveLength(3);
    expect(await app.db.selectFrom("sealing_keys").select("circle_id").execute()).toEqual([]);
  });

  it("stays open three days longer, once, with the same reminder for all, and then shows nothing of two", async () => {
    const id = await createClosed();
    const asked = await askFurther(owner, id);
    for (const name of ["ana", "ben"]) await answerAs(asked.circle_id, name);
    app.clock.set("2026-11-06T00:01:00Z");
    await app.emails.sweep("close_due_circles");
    expect((await list(id)).items).toMatchObject([{ is_extended: true, deadline: "2026-11-08" }]);
    expect(await emailed("reminder")).toEqual(addresses("ana", "ben", "cleo", "dora"));
    const [mail] = (await app.emails.all()).filter(({ kind }) => kind === "reminder");
    expect(mail?.subject).toBe("Reminder: one more question about “Should I leave the orchestra?”");
    app.clock.set("2026-11-09T00:01:00Z");
    await app.emails.sweep("close_due_circles");
    expect((await list(id)).items).toMatchObject([{ status: "completed", responses_count: 0 }]);
    expect((await results(asked.circle_id)).visibility).toBe("too_few");
    expect(await app.db.selectFrom("sealed_answers").select("id").execute()).toEqual([]);
  });

  it("is asked nothing more if fewer than three people can be asked", async () => {
    const id = await createClosed();
    for (const name of ["ana", "ben"]) {
      await app.emails.optOut(`${name}@paraline.example`, owner.user_id);
    }
    expect((await list(id)).next).toMatchObject({
      reason: "further_question_needs_three",
      asked_count: 2,
    });
    expect(await refusal(ask(id))).toBe("further_question_needs_three");
  });
});

it("its private links are replaced with all others of the owner", async () => {
  const id = await createInvited(owner);
  const { circle_id } = await askFurther(owner, id);
  const { invite_token } = await person(circle_id, "ana");
  await inTransaction(app.db, (tx) => replaceOwnerLinks(tx, owner.user_id, app.clock.now()));
  expect((await answer(invite_token)).status).toBe(404);
  await answerAs(circle_id, "ana");
});

describe("with limits", () => {
  const limited = useTestApp({ database: app.database, environment: { RATE_LIMITS: "on" } });

  it("sends no person two emails within ten minutes, and each email counts towards the owner's day", async () => {
    const maya = await limited.createOwner();
    const id = await limited.circles.createInvited(maya);
    await limited.circles.askFurther(maya, id);
    const waiting = () =>
      app.db
        .selectFrom("emails")
        .where("kind", "=", "further_question")
        .where("state", "=", "queued")
        .where("not_before", "is not", null)
        .select("id")
        .execute();
    expect(await waiting()).toHaveLength(3);
    limited.clock.advance({ minutes: 10 });
    await limited.work();
    expect(await emailed()).toEqual(addresses("ana", "ben", "cleo"));

    const other = await limited.circles.create(maya, { people: [], invites: listInvites(50) });
    await limited.work();
    for (const _ of [1, 2]) {
      limited.clock.advance({ minutes: 10 });
      await limited.circles.close(maya, (await limited.circles.askFurther(maya, other)).circle_id);
    }
    const refused = await limited.as(maya, "POST", `/api/circles/${other}/further-questions`, {
      create_key: crypto.randomUUID(),
      question,
      deadline: defaultFurtherDeadline(dayIn("UTC", limited.clock.now())),
    });
    expect(await refusal(refused)).toBe("invite_mails_exhausted");
  });
});
