import type { Updateable } from "kysely";
import type { z } from "zod";
import {
  type CircleDraft,
  createCircle,
  duplicateCircle,
  readCircle,
} from "#contract/circles/circles.ts";
import { inviteTokenHeader } from "#contract/endpoint.ts";
import { listInvites } from "#contract/invites/invites.ts";
import type { Tables } from "#server/db/tables.ts";
import type { TestCalls } from "./calls.ts";
import { changeRows } from "./database/rows.ts";
import type { TestOwner } from "./owners.ts";
import { type SeededCircle, type SeedOptions, seedCircle } from "./seed-circle.ts";

/** Steps that tests about circles do again and again, through the product's own API. */
export interface TestCircles {
  /** Makes a circle with people of these names, from which their addresses are made. Returns its id. */
  create(
    owner: TestOwner,
    given?: Partial<CircleDraft> & { people?: string[]; invites?: object[] },
  ): Promise<string>;
  /** The same, and sends the invitations. */
  createInvited: TestCircles["create"];
  /** Stores a circle with its people directly, without its mails. */
  seed(owner: { user_id: string }, given?: SeedOptions): Promise<SeededCircle>;
  /** Changes a circle as it is stored. */
  change(id: string, changes: Updateable<Tables["circles"]>): Promise<void>;
  read(owner: TestOwner, id: string): Promise<z.output<typeof readCircle.output>["circle"]>;
  /** Copies a circle, and returns the copy. */
  copy(
    owner: TestOwner,
    id: string,
    given?: { with_people: boolean },
  ): Promise<z.output<typeof duplicateCircle.output>["circle"]>;
  /** Saves a circle as edit mode would: as it is, with some changes. */
  edit(owner: TestOwner, id: string, changes?: object): Promise<Response>;
  people(owner: TestOwner, id: string): Promise<z.output<typeof listInvites.output>["invites"]>;
  /** One person by first name, with the token that is only in their mail. */
  person(circleId: string, firstName: string): Promise<{ id: string; invite_token: string }>;
  /** Answers as the holder of a link, for insights made on this server. */
  answer(inviteToken: string, given?: object): Promise<Response>;
  decline(inviteToken: string): Promise<Response>;
  /** Answers as one of a circle's people, given by first name. It has to succeed. */
  answerAs(circleId: string, firstName: string, given?: object): Promise<void>;
}

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

export function testCirclesOf(app: TestCalls): TestCircles {
  const circles: TestCircles = {
    async create(owner, { people = ["ana", "ben", "cleo"], ...draft } = {}) {
      const invites = people.map((firstName) => ({
        first_name: firstName,
        email: `${firstName}@paraline.example`,
      }));
      const body = circleDraft({ invites, ...draft });
      return (await app.call(owner, createCircle, { body })).circle.id;
    },
    async createInvited(owner, given) {
      const id = await circles.create(owner, given);
      await app.work();
      return id;
    },
    seed: (owner, given) => seedCircle(app.db, owner, { now: app.clock.now(), ...given }),
    change: (id, changes) => changeRows(app.db, "circles", { id }, changes),
    read: async (owner, id) => (await app.call(owner, readCircle, { params: { id } })).circle,
    async copy(owner, id, { with_people } = { with_people: false }) {
      const body = { create_key: crypto.randomUUID(), with_people };
      return (await app.call(owner, duplicateCircle, { params: { id }, body })).circle;
    },
    async edit(owner, id, changes) {
      const circle = await circles.read(owner, id);
      const { title, description, what_they_ask, is_anonymous, deadline } = circle;
      const { cover_image_url, questions } = circle;
      const draft = { title, description, what_they_ask, is_anonymous, deadline, cover_image_url };
      return app.as(owner, "PUT", `/api/circles/${id}`, { ...draft, questions, ...changes });
    },
    people: async (owner, id) => (await app.call(owner, listInvites, { params: { id } })).invites,
    person: (circleId, firstName) =>
      app.db
        .selectFrom("invites")
        .where("circle_id", "=", circleId)
        .where("first_name", "=", firstName)
        .select(["id", "invite_token"])
        .executeTakeFirstOrThrow(),
    answer: (inviteToken, given = {}) =>
      app.post(
        "/api/feedback",
        {
          submission_key: crypto.randomUUID(),
          answers: { 1: "What I see." },
          insights_by: "here",
          ...given,
        },
        { [inviteTokenHeader]: inviteToken },
      ),
    decline: (inviteToken) =>
      app.request("/api/invite/decline", {
        method: "POST",
        headers: { [inviteTokenHeader]: inviteToken },
      }),
    async answerAs(circleId, firstName, given) {
      const { invite_token } = await circles.person(circleId, firstName);
      const response = await circles.answer(invite_token, given);
      if (response.status !== 201) throw new Error(`${firstName}: ${await response.text()}`);
    },
  };
  return circles;
}
