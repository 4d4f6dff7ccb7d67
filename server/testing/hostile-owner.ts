import { z } from "zod";
import { askFurtherQuestion, defaultFurtherDeadline } from "#contract/circles/further-questions.ts";
import { changeReflections, withdrawReflections } from "#contract/feedback/receipts.ts";
import { joinByLink } from "#contract/invites/invites.ts";
import { dayIn } from "#contract/values/days.ts";
import type { TestApp } from "./app.ts";
import { changeRows } from "./database/rows.ts";

/** Somebody who was invited: a friend, or an address of the owner's own. */
export type Person = "Ana" | "Ben" | "Cleo" | "Puppet" | "Sock";

/** What a hostile owner does to an anonymous circle, or what happens to it. */
export type Move =
  | {
      move: "answer" | "change" | "withdraw" | "answer question" | "ask for link";
      person: Person;
    }
  | { move: "bounce" | "resend" | "correct" | "remove"; person: Person }
  | { move: "edit"; changes: object }
  | { move: "link"; open: boolean }
  | {
      move:
        | "expect"
        | "skip expecting"
        | "answer by link"
        | "remind"
        | "add"
        | "duplicate"
        | "question"
        | "close question"
        | "pass time"
        | "delete";
    };

const people: Person[] = ["Ana", "Ben", "Cleo", "Puppet", "Sock"];
const refused = { state: "failed", reason: "No such mailbox.", undelivered_attempts: 9 } as const;
const sweeps = ["close_due_circles", "remind_pending_people", "notify_owners"] as const;

const openApi = z.object({
  paths: z.record(z.string(), z.object({ get: z.object({}).optional() })),
});

/**
 * An anonymous circle with three friends and two addresses of its owner's own, and everything that its owner can see. Two
 * worlds of different names do the same unless something depends on their answers.
 * @param name its addresses end in it, and nothing else contains it
 */
export async function openWorld(app: TestApp, name: string, deadline = "2027-03-01") {
  const owner = await app.createOwner({ email: `maya@${name}.example`, full_name: "Maya" });
  const createAddress = (person: Person) => `${person.toLowerCase()}@${name}.example`;
  const invites = people.map((person) => ({
    first_name: person,
    email: createAddress(person),
  }));
  const id = await app.circles.create(owner, {
    is_anonymous: true,
    deadline,
    invites,
  });
  await app.work();

  const { paths } = openApi.parse(await (await app.request("/api/openapi.json")).json());
  // The plan's PDF is made from what its Markdown says, and takes long to make.
  const readable = Object.entries(paths).flatMap(([path, { get }]) =>
    get && !path.endsWith("/plan.pdf") ? [path] : [],
  );

  const call = async (method: string, path: string, body?: object) => {
    const response = await app.as(owner, method, path, body);
    const { "x-request-id": _, ...headers } = Object.fromEntries(response.headers);
    return { path, status: response.status, headers, body: await response.text() };
  };
  /** The latest receipt of those who have answered, with the link that it belongs to. */
  const receipts = new Map<Person, { invite_token: string; code: string }>();
  const answer = async (person: Person, inviteToken: string) => {
    const response = await app.circles.answer(inviteToken, {
      answers: { 1: `${person} wrote this` },
      encouragement: `${person} wrote a note`,
    });
    const { code } = (await response.json()) as { code: string };
    if (response.status === 201) receipts.set(person, { invite_token: inviteToken, code });
  };
  const use = async (
    person: Person,
    { method, path }: { method: string; path: string },
    body = {},
  ) => {
    const { invite_token, code } = receipts.get(person) ?? {
      ...(await app.circles.person(id, person)),
      code: "none",
    };
    return app.circles.useReceipt(invite_token, { method, path }, { code, ...body });
  };
  /** The ids of the further questions, the last one last. */
  const questions: string[] = [];
  const inviteId = async (person: Person) =>
    (await app.circles.people(owner, id)).find(({ first_name }) => first_name === person)?.id;

  const moves: Record<Move["move"], (given: Move) => Promise<unknown>> = {
    async answer(given) {
      const person = findMovePerson(given);
      await answer(person, (await app.circles.person(id, person)).invite_token);
    },
    change: (given) =>
      use(findMovePerson(given), changeReflections, {
        answers: { 1: `${findMovePerson(given)} changed this` },
      }),
    withdraw: (given) => use(findMovePerson(given), withdrawReflections),
    async "answer question"(given) {
      const person = findMovePerson(given);
      const asked = await app.circles.person(questions.at(-1) ?? "", person).catch(() => undefined);
      if (asked) await answer(person, asked.invite_token);
    },
    async question() {
      const path = askFurtherQuestion.path.replace(":id", id);
      const question = { label: "What else?", type: "textarea" };
      const deadline = defaultFurtherDeadline(dayIn("UTC", app.clock.now()));
      const createKey = crypto.randomUUID();
      const asked = await call("POST", path, { create_key: createKey, question, deadline });
      if (asked.status === 201) questions.push(JSON.parse(asked.body).circle_id);
      return asked;
    },
    "close question": () => call("POST", `/api/circles/${questions.at(-1) ?? id}/close`),
    async "answer by link"() {
      const path = joinByLink.path.replace(":id", id);
      const joined = await app.post(path, {});
      const { invite_token } = (await joined.json()) as { invite_token?: string };
      if (invite_token === undefined) return undefined;
      return app.circles.answer(invite_token, { answers: { 1: "A stranger wrote this" } });
    },
    "ask for link": (given) =>
      app.post(`/api/share-link/${id}/private-link`, {
        email: createAddress(findMovePerson(given)),
      }),
    /** Every email to the person that the owner requested turns out to have come back. */
    async bounce(given) {
      const toAddress = createAddress(findMovePerson(given));
      for (const kind of ["invitation", "invitation_again", "reminder"] as const) {
        await changeRows(app.db, "emails", { circle_id: id, to_address: toAddress, kind }, refused);
      }
    },
    resend: async (given) =>
      call("POST", `/api/invites/${await inviteId(findMovePerson(given))}/resend`),
    remove: async (given) =>
      call("DELETE", `/api/invites/${await inviteId(findMovePerson(given))}`),
    correct: async (given) =>
      call("PATCH", `/api/invites/${await inviteId(findMovePerson(given))}`, {
        email: `else@${name}.example`,
      }),
    edit: async (given) => {
      const response = await app.circles.edit(owner, id, "changes" in given ? given.changes : {});
      return { status: response.status, body: await response.text() };
    },
    link: (given) =>
      call("PUT", `/api/circles/${id}/open-link`, { open: "open" in given && given.open }),
    expect: () =>
      call("PUT", `/api/circles/${id}/own-answers`, { answers: { 1: "I expected this" } }),
    "skip expecting": () => call("POST", `/api/circles/${id}/own-answers/skip`),
    remind: () => call("POST", `/api/circles/${id}/invites/remind`),
    add: () =>
      call("POST", `/api/circles/${id}/invites`, {
        invites: [{ first_name: "Dan", email: `dan@${name}.example` }],
      }),
    duplicate: () =>
      call("POST", `/api/circles/${id}/duplicate`, {
        create_key: crypto.randomUUID(),
        with_people: true,
      }),
    "pass time": () => app.emails.sweep(...sweeps),
    async delete() {
      const { title } = await app.circles.read(owner, id);
      return call("DELETE", `/api/circles/${id}`, { title });
    },
  };

  return {
    id,
    owner,
    questions,
    close: () => call("POST", `/api/circles/${id}/close`),
    /** Makes a move, and returns what the owner sees of it. */
    async make(given: Move): Promise<string> {
      const seen = await moves[given.move](given);
      await app.work();
      return /^(?:answer|ask|change|withdraw)/.test(given.move)
        ? ""
        : normalize(JSON.stringify(seen ?? ""), name);
    },
    /** Everything that the owner can read, and every email to anybody that nobody asked for, with its time. */
    async view(): Promise<string> {
      const answers = [];
      const paths = [id, ...questions].flatMap((one) =>
        readable.map((path) => path.replaceAll(/\{\w+\}|:\w+/g, one)),
      );
      for (const path of new Set(paths)) {
        const answer = await call("GET", path);
        // Compressed files differ by the addresses of the world. What is in them is also in the answers of others.
        const isText = /json|text/.test(answer.headers["content-type"] ?? "");
        answers.push(isText ? answer : { ...answer, headers: {}, body: "" });
      }
      const emails = (await app.emails.all())
        .filter(({ to, kind }) => to.endsWith(`@${name}.example`) && kind !== "private_link")
        .map(({ to, subject, text, created_at }) => [created_at, to, subject, text].join("\n"))
        .toSorted();
      return normalize(JSON.stringify([answers, emails], null, 1), name);
    },
  };
}

function findMovePerson(move: Move): Person {
  return "person" in move ? move.person : "Ana";
}

/** A text without what differs between two worlds that are otherwise the same: their name, ids and tokens. */
export function normalize(text: string, name: string): string {
  const ids = new Map<string, number>();
  return text
    .replaceAll(name, "world")
    .replace(/"request_id\W+[^"\\]*/g, "")
    .replace(/((?:token|claim|link)=)[\w%.-]+/g, "$1")
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (found) => {
      if (!ids.has(found)) ids.set(found, ids.size);
      return `id ${ids.get(found)}`;
    });
}
