import type { Updateable } from "kysely";
import {
  type CircleDraft,
  closeCircle,
  createCircle,
  duplicateCircle,
  readCircle,
} from "#contract/circles/circles.ts";
import { askFurtherQuestion, defaultFurtherDeadline } from "#contract/circles/further-questions.ts";
import { inviteTokenHeader } from "#contract/endpoint.ts";
import { listInvites } from "#contract/invites/invites.ts";
import { dayIn } from "#contract/values/days.ts";
import type { Tables } from "#server/db/tables.ts";
import type { TestCalls } from "./calls.ts";
import { changeRows } from "./database/rows.ts";
import type { TestOwner } from "./owners.ts";
import { type SeedOptions, seedCircle } from "./seed-circle.ts";

/** What the wizard sends, with some changes. */
export const circleDraft = (changes: object = {}) => ({
  create_key: crypto.randomUUID(),
  title: "Should I leave the orchestra?",
  description: "d",
  what_they_ask: "a",
  is_anonymous: false,
  deadline: null,
  cover_image_url: null,
  questions: [{ label: "What do you see?", type: "textarea" }],
  invites: [{ first_name: "Ana", email: "ana@paraline.example" }],
  ...changes,
});

type CircleOptions = Partial<CircleDraft> & { people?: string[]; invites?: object[] };

export type TestCircles = ReturnType<typeof createTestCircles>;

/** Steps that tests about circles do again and again, through the product's own API. */
export function createTestCircles(app: TestCalls) {
  const circles = {
    /** Makes a circle with people of these names, from which their addresses are made. Returns its id. */
    async create(
      owner: TestOwner,
      { people = ["ana", "ben", "cleo"], ...draft }: CircleOptions = {},
    ): Promise<string> {
      const invites = people.map((firstName) => ({
        first_name: firstName,
        email: `${firstName}@paraline.example`,
      }));
      const body = circleDraft({ invites, ...draft });
      return (await app.call(owner, createCircle, { body })).circle.id;
    },
    /** The same, and sends the invitations. */
    async createInvited(owner: TestOwner, given?: CircleOptions) {
      const id = await circles.create(owner, given);
      await app.work();
      return id;
    },
    /** Stores a circle with its people directly, without its emails. */
    seed: (owner: { user_id: string }, given?: SeedOptions) =>
      seedCircle(app.db, owner, { now: app.clock.now(), ...given }),
    /** Changes a circle as it is stored. */
    change: (id: string, changes: Updateable<Tables["circles"]>) =>
      changeRows(app.db, "circles", { id }, changes),
    read: async (owner: TestOwner, id: string) =>
      (await app.call(owner, readCircle, { params: { id } })).circle,
    /** Closes a circle for its owner, and returns it. */
    close: async (owner: TestOwner, id: string) =>
      (await app.call(owner, closeCircle, { params: { id } })).circle,
    /** Asks its people one further question, and emails them. */
    async askFurther(owner: TestOwner, id: string, changes: object = {}) {
      const question = { label: "What would change your mind?", type: "textarea" as const };
      const deadline = defaultFurtherDeadline(dayIn("UTC", app.clock.now()));
      const body = { create_key: crypto.randomUUID(), question, deadline, ...changes };
      const asked = await app.call(owner, askFurtherQuestion, { params: { id }, body });
      await app.work();
      return asked;
    },
    /** Copies a circle, and returns the copy. */
    async copy(owner: TestOwner, id: string, { with_people } = { with_people: false }) {
      const body = { create_key: crypto.randomUUID(), with_people };
      return (await app.call(owner, duplicateCircle, { params: { id }, body })).circle;
    },
    /** Saves a circle as edit mode would: as it is, with some changes. */
    async edit(owner: TestOwner, id: string, changes?: object): Promise<Response> {
      const circle = await circles.read(owner, id);
      const { title, description, what_they_ask, is_anonymous, deadline } = circle;
      const { cover_image_url, questions } = circle;
      const draft = { title, description, what_they_ask, is_anonymous, deadline, cover_image_url };
      return app.as(owner, "PUT", `/api/circles/${id}`, { ...draft, questions, ...changes });
    },
    people: async (owner: TestOwner, id: string) =>
      (await app.call(owner, listInvites, { params: { id } })).invites,
    /** One person by first name, with the token that is only in their email. */
    person: (circleId: string, firstName: string) =>
      app.db
        .selectFrom("invites")
        .where("circle_id", "=", circleId)
        .where("first_name", "=", firstName)
        .select(["id", "invite_token"])
        .executeTakeFirstOrThrow(),
    /** Answers as the holder of a link, for insights made on this server. */
    answer: (inviteToken: string, given: object = {}) =>
      app.post(
        "/api/feedback",
        {
          submission_key: crypto.randomUUID(),
          answers: { 1: "What I see." },
          consented_processor: "here",
          ...given,
        },
        { [inviteTokenHeader]: inviteToken },
      ),
    /** Writes what the owner expects to hear. */
    expect: (owner: TestOwner, id: string, answers: object) =>
      app.as(owner, "PUT", `/api/circles/${id}/own-answers`, { answers }),
    /** Calls one of the endpoints that take a private link and the code of a receipt. */
    useReceipt: (
      inviteToken: string,
      { method, path }: { method: string; path: string },
      body: object,
    ) =>
      app.request(path, {
        method,
        headers: { "Content-Type": "application/json", [inviteTokenHeader]: inviteToken },
        body: JSON.stringify(body),
      }),
    decline: (inviteToken: string) =>
      app.request("/api/invite/decline", {
        method: "POST",
        headers: { [inviteTokenHeader]: inviteToken },
      }),
    /** Answers as one of a circle's people, given by first name. It has to succeed. */
    async answerAs(circleId: string, firstName: string, given?: object) {
      const { invite_token } = await circles.person(circleId, firstName);
      const response = await circles.answer(invite_token, given);
      if (response.status !== 201) throw new Error(`${firstName}: ${await response.text()}`);
    },
  };
  return circles;
}
